import SluiceHarness
import Testing

@Suite("Shard")
struct ShardTests {
  @Test("has each case in one of a count, whatever the count", arguments: Shard.Division.allCases)
  func disjoint(division: Shard.Division) throws {
    for count in [1, 2, 3, 7, 64] {
      var sizes = Array(repeating: 0, count: count)
      for place in 0..<2_000 {
        let homes = try (1...count).filter { number in
          var shard = try #require(Shard(number, of: count))
          shard.division = division
          return shard.has("listener/unit/some/case \(place)", at: place, of: 2_000)
        }
        #expect(homes.count == 1)
        sizes[homes[0] - 1] += 1
      }
      // Slices differ by one at most; hashes spread about as dice do.
      let (least, most) = (sizes.min() ?? 0, sizes.max() ?? 0)
      #expect(division == .slices ? most - least <= 1 : least * 3 > most)
    }
  }

  @Test("by hash has a case whatever other cases there are")
  func stable() throws {
    let shard = try #require(Shard(2, of: 3))
    #expect(shard.has("a/b/c/d", at: 0, of: 10) == shard.has("a/b/c/d", at: 9, of: 5_000))
  }

  @Test(
    "is read from a number and a count",
    arguments: [("1/1", 1), ("3/3", 3), ("0/3", nil), ("4/3", nil), ("1/0", nil), ("2", nil)])
  func text(_ text: String, number: Int?) {
    #expect(Shard(text: text)?.number == number)
  }

  @Test(
    "of no such text there is none",
    arguments: [
      "", "/", "1/", "/2", "1/2/3", "a/b", "1 / 2", "+1/4", "-0/4", "01/4", "1/04", "1/+4", "١/4",
      "0x1/4",
    ])
  func wrongText(_ text: String) {
    #expect(Shard(text: text) == nil)
  }

  @Test(
    "is what the variables of each engine say",
    arguments: [
      (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "5"], "2/5"),
      (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
      (["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "4/4"),
      (["SYSTEM_JOBPOSITIONINPHASE": "1", "SYSTEM_TOTALJOBSINPHASE": "2"], "1/2"),
      (
        [
          "SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "4",
        ], "3/4"
      ),
      (["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "4"], "1/4"),
      (
        [
          "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "3",
          "SLURM_ARRAY_TASK_STEP": "2",
        ], "3/3"
      ),
      (["JOB_COMPLETION_INDEX": "1", "JOB_COMPLETIONS": "3"], "2/3"),
      // A job that is alone has no number.
      (["CI_NODE_TOTAL": "1"], "1/1"),
    ])
  func variables(_ variables: [String: String], shard: String) throws {
    let found = try ShardVariables.shard { name in variables[name] }
    #expect(found?.description == shard)
  }

  @Test("is none where no engine says anything")
  func noVariables() throws {
    #expect(try ShardVariables.shard { _ in nil } == nil)
  }

  @Test(
    "is refused where the variables name none",
    arguments: [
      ["CI_NODE_INDEX": "2"], ["CI_NODE_INDEX": "x", "CI_NODE_TOTAL": "5"],
      ["CI_NODE_INDEX": "6", "CI_NODE_TOTAL": "5"], ["JOB_COMPLETION_INDEX": "0"],
      ["CI_NODE_INDEX": "\(Int.min)", "CI_NODE_TOTAL": "5"],
      ["BUILDKITE_PARALLEL_JOB": "\(Int.max)", "BUILDKITE_PARALLEL_JOB_COUNT": "2"],
      ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "\(Int.max)"],
      [
        "SLURM_ARRAY_TASK_ID": "\(Int.max)", "SLURM_ARRAY_TASK_MIN": "\(Int.min)",
        "SLURM_ARRAY_TASK_COUNT": "2",
      ],
      [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "2",
        "SLURM_ARRAY_TASK_STEP": "0",
      ],
    ])
  func wrongVariables(_ variables: [String: String]) {
    #expect(throws: UsageError.self) {
      try ShardVariables.shard { name in variables[name] }
    }
  }
}
