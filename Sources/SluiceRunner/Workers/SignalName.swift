import Glibc

/// The name of a signal, such as `SIGTRAP`; `signal 64` for one without a name.
package func signalName(_ number: Int32) -> String {
  switch number {
  case SIGHUP: "SIGHUP"
  case SIGINT: "SIGINT"
  case SIGQUIT: "SIGQUIT"
  case SIGILL: "SIGILL"
  case SIGTRAP: "SIGTRAP"
  case SIGABRT: "SIGABRT"
  case SIGBUS: "SIGBUS"
  case SIGFPE: "SIGFPE"
  case SIGKILL: "SIGKILL"
  case SIGUSR1: "SIGUSR1"
  case SIGSEGV: "SIGSEGV"
  case SIGUSR2: "SIGUSR2"
  case SIGPIPE: "SIGPIPE"
  case SIGALRM: "SIGALRM"
  case SIGTERM: "SIGTERM"
  case SIGXCPU: "SIGXCPU"
  case SIGXFSZ: "SIGXFSZ"
  case SIGVTALRM: "SIGVTALRM"
  case SIGPROF: "SIGPROF"
  case SIGSYS: "SIGSYS"
  default: "signal \(number)"
  }
}
