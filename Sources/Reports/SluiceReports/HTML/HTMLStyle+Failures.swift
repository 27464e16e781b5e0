/// How failures look, and what their logs are drawn with.
extension HTMLStyle {
  /// The line of a failure, and what it opens to.
  static let failure: XMLMarkup = """

    section.c { margin-bottom: 1.4rem; scroll-margin-top: 7rem; }
    section.c.al { margin-left: .6rem; padding-left: .8rem; border-left: 2px solid var(--line); }
    section.c h3 { font-size: 1rem; font-weight: 650; display: flex; gap: .6rem;
      align-items: baseline;
      overflow-wrap: anywhere; }
    .ct { font-size: .85rem; font-weight: 700; color: var(--red); background: var(--redbg);
      border-radius: 1rem; padding: 0 .6rem; font-variant-numeric: tabular-nums; }
    .mn { font-size: .85rem; margin: .1rem 0; max-width: 60rem; overflow-wrap: anywhere; }
    .mn b { font-weight: 600; color: var(--soft); }
    .st { color: var(--soft); font-size: .8rem; margin: .1rem 0 .4rem; overflow-wrap: anywhere;
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
      overflow: hidden; }
    details.f { border: 1px solid var(--line); border-left: 3px solid var(--red);
      background: var(--raised);
      border-radius: .4rem; margin-bottom: .3rem; content-visibility: auto;
      contain-intrinsic-size: auto 3.4rem; scroll-margin-top: 7.5rem; }
    details.f[open] { content-visibility: visible; border-color: var(--lane);
      border-left-color: var(--red); }
    details.f summary { padding: .4rem .8rem; cursor: pointer; list-style: none; display: grid;
      grid-template-columns: auto 1fr; gap: 0 .7rem; align-items: baseline; }
    details.f summary::-webkit-details-marker { display: none; }
    details.f summary:hover { background: var(--panel); }
    .k { font-size: .75rem; font-weight: 650; color: var(--red); }
    details.f.a, details.f.a[open] { border-left-color: var(--amber); }
    .k.a { color: var(--amber); }
    .k::before { content: '▸'; display: inline-block; width: 1em; color: var(--soft); }
    details.f[open] .k::before { content: '▾'; }
    .ti { font-size: .92rem; overflow-wrap: anywhere; }
    .ti i { color: var(--soft); font-style: normal; }
    .ti b { font-weight: 600; }
    .ms { grid-column: 2; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
    .bd { border-top: 1px solid var(--line); padding: .2rem 1rem 1rem; scroll-margin-top: 11rem; }
    .bd h4 { font-size: .8rem; font-weight: 650; color: var(--soft); margin: 1rem 0 .35rem; }
    .bd pre { font: .8rem/1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
    .bd p { font-size: .87rem; }
    .bd dl { margin-top: 1rem; padding-top: .7rem; border-top: 1px solid var(--line);
      font-size: .8rem; }
    figure { border: 1px solid var(--line); border-radius: .4rem; overflow: hidden;
      margin-bottom: .5rem; }
    figcaption { font: .78rem var(--mono); color: var(--soft); padding: .25rem .8rem;
      background: var(--panel); border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    .bd figure pre { white-space: pre; padding-left: .8rem; color: var(--soft); }
    figure .sc { padding: .35rem 0; }
    figure summary { font: .8rem var(--mono); color: var(--link); cursor: pointer;
      padding: .1rem .8rem; list-style: none; }
    figure summary::-webkit-details-marker { display: none; }
    figure summary:hover { background: var(--panel); }
    .bd .fw > summary { display: block; font: .8rem/1.55 var(--mono); white-space: pre;
      padding: 0 0 0 .8rem; position: relative; }
    .fw > summary::before { content: '▸'; position: absolute; left: .25rem; z-index: 1; }
    .fw[open] > summary::before { content: '▾'; }
    .vs { color: var(--soft); padding: .25rem .8rem; border-top: 1px solid var(--line); }
    .vs code { font: .78rem var(--mono); color: var(--text); margin-left: .8rem;
      overflow-wrap: anywhere; }
    mark { display: inline-block; box-sizing: border-box; min-width: calc(100% + .8rem);
      margin-left: -.8rem;
      padding-left: calc(.8rem - 3px); border-left: 3px solid var(--red);
      background: var(--redbg); color: var(--text); }
    mark u { text-decoration: none; font-weight: 700; color: var(--red); }
    mark.h { border-color: var(--amber); background: var(--amberbg); }
    mark.h u { color: var(--amber); }
    mark i { color: var(--soft); font-style: normal; padding-left: 2ch; }
    .px { padding: .5rem .8rem; background: var(--panel); border-radius: .4rem; margin-top: .4rem; }
    .ag { display: flex; gap: .6rem; align-items: start; background: var(--panel);
      border-radius: .4rem; padding: .5rem .8rem; }
    .ag pre { flex: 1; min-width: 0; }
    .dp { border-collapse: collapse; font: .8rem/1.5 var(--mono); margin-top: .4rem; }
    .dp th { text-align: left; font-weight: 500; color: var(--soft); }
    .dp th, .dp td { padding: .1rem 1.4rem .1rem 0; border-bottom: 1px solid var(--line);
      vertical-align: top; }
    .dp td:last-child { font-weight: 700; }
    """

  /// Lanes, lifelines, calls and arrows.
  static let diagram: XMLMarkup = """

    .bl { margin-bottom: .4rem; }
    .bl b { color: var(--red); font: 700 .8rem var(--mono); }
    .wh { accent-color: var(--link); margin: 0 .4rem 0 0; vertical-align: -2px; }
    .wl { font-size: .82rem; color: var(--soft); cursor: pointer; }
    .wh:not(:checked) ~ .sc .u, .wh:checked ~ .sc .g { display: none; }
    .lg .sc { border: 1px solid var(--line); border-radius: .4rem; margin-top: .3rem; }
    .d { border-collapse: separate; border-spacing: 0; font: .8rem/20px var(--mono);
      table-layout: fixed; width: 100%; }
    .d th { position: sticky; top: 0; text-align: left; font-weight: 650; padding: .25rem .9rem
      .25rem 2px; background: var(--panel); border-bottom: 1px solid var(--line);
      white-space: nowrap; width: 8.8rem; overflow: hidden; text-overflow: ellipsis; }
    .d th.rg { width: 5.8rem; }
    .d th.bk { width: auto; }
    .d td { padding: 2px .4rem 2px 21px; vertical-align: top; white-space: nowrap;
      background: var(--a, none), var(--b, none), var(--e, none), var(--y, none), var(--z, none); }
    .d td:nth-child(-n+3), .d th:nth-child(-n+3) { text-align: right; overflow: visible;
      color: var(--soft);
      font-weight: 400; padding: 2px .5rem; width: 3rem; }
    .d th:first-child { width: 4.6rem; }
    .d td.j, .d td:last-child, .d td:has(+ td:not(:empty)), .d td:has(+ td + td:not(:empty)) {
      white-space: normal; overflow-wrap: break-word; }
    .d td:nth-child(-n+3) { white-space: nowrap !important; }
    .d td:nth-child(3) { border-right: 1px solid var(--line); }
    .d td:nth-child(n+4):not(:empty) {
      --e: radial-gradient(circle 3.5px at 9px 12px, var(--text) 97%, transparent); }
    .d .w { --y: repeating-linear-gradient(var(--lane) 0 3px, transparent 3px 6px)
      8px var(--from, 0) / 2px var(--to, 100%) no-repeat; }
    .d .l { --y: linear-gradient(var(--there), var(--there))
      8px var(--from, 0) / 2px var(--to, 100%) no-repeat; }
    .d .n { --from: 12px; --to: calc(100% - 12px); }
    .d .v { --to: 12px; }
    .d .o, .d .c, .d .x, .d .b { --e: none !important; }
    .d .b { --b: linear-gradient(var(--bar), var(--bar)) 5px 0 / 8px 100% no-repeat; }
    .d .o { --b: linear-gradient(var(--bar), var(--bar)) 5px 7px / 8px 100% no-repeat; }
    .d .c { --b: linear-gradient(var(--bar), var(--bar)) 5px 0 / 8px 17px no-repeat; }
    .d .x { --b: linear-gradient(var(--bar), var(--bar)) 5px 7px / 8px 10px no-repeat; }
    .d .a td { padding-bottom: 8px; }
    .d .s { --a: linear-gradient(var(--link), var(--link)) 100% calc(100% - 5px) /
      calc(100% - 9px) 1.5px no-repeat; }
    .d .m { --a: linear-gradient(var(--link), var(--link)) 0 calc(100% - 5px) /
      100% 1.5px no-repeat; }
    .d .t { --a: linear-gradient(var(--link), var(--link)) 0 calc(100% - 5px) /
      9px 1.5px no-repeat; }
    .d .q { --a: linear-gradient(var(--link), var(--link)) 0 calc(100% - 5px) /
      9px 1.5px no-repeat; }
    .d .r { --a: linear-gradient(var(--link), var(--link)) 100% calc(100% - 5px) /
      calc(100% - 15px) 1.5px no-repeat; }
    .d .t, .d .r { position: relative; }
    .d .t::after, .d .r::after { content: ''; position: absolute; bottom: 1.5px;
      border: 4px solid transparent; }
    .d .t::after { left: 1px; border-left: 6px solid var(--link); border-right: 0; }
    .d .r::after { left: 14px; border-right: 6px solid var(--link); border-left: 0; }
    .d .z td { --z: linear-gradient(var(--redbg), var(--redbg)); }
    .d .z td:nth-child(n+4):not(:empty) { color: var(--red); font-weight: 700; }
    .d .z td:first-child { box-shadow: inset 3px 0 var(--red); color: var(--text); }
    .d .z td:first-child { position: relative; }
    .d .z b { position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden; }
    .d .g td { text-align: left !important; width: auto !important; padding: .1rem .8rem;
      border: 0 !important; color: var(--link); background: var(--panel); }
    .d .g label { cursor: pointer; }
    .d tr.u td[colspan] { text-align: left; padding: .1rem .8rem; border: 0; }
    """
}
