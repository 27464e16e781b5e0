/// How the page looks, in light and in dark, on a screen of any width and on paper.
enum HTMLStyle {
  /// Colours, letters and the frame of the page.
  static let page: XMLMarkup = """

    :root { color-scheme: light dark; --sans: system-ui, -apple-system, 'Segoe UI', Roboto,
      'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', Arial, sans-serif;
      --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono',
      'DejaVu Sans Mono', monospace;
      --bg: light-dark(#ffffff, #0f141a); --panel: light-dark(#f5f7f9, #171d25);
      --raised: light-dark(#ffffff, #1c232c); --text: light-dark(#1b2128, #e4e9ef);
      --soft: light-dark(#56606b, #98a3af); --line: light-dark(#d8dee4, #2f3843);
      --link: light-dark(#0b5fc0, #6cb0ff); --red: light-dark(#c4232c, #ff8078);
      --redbg: light-dark(#ffeceb, #3a1a1c); --amber: light-dark(#8a5a00, #e0b04a);
      --amberbg: light-dark(#fff4d6, #35290f); --green: light-dark(#17713a, #5ac47c);
      --greenbg: light-dark(#e5f6ea, #12301d); --lane: light-dark(#8c98a5, #66727f);
      --bar: light-dark(#7aa7dd, #4f83bd); --there: light-dark(#2f9e5a, #3fa865); }
    :root:has(#tl:checked) { color-scheme: light; }
    :root:has(#td:checked) { color-scheme: dark; }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
    body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 var(--sans); }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
    h1, h2, h3, h4, p, ul, ol, dl, dd, figure, pre { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    html:not(.js-on) .js { display: none; }
    [hidden] { display: none !important; }
    .skip { position: absolute; left: -99rem; }
    .skip:focus { left: 1rem; top: 1rem; z-index: 9; background: var(--raised); padding: .5rem; }
    .top { position: sticky; top: 0; z-index: 5; display: flex; gap: .4rem 1rem;
      align-items: center; flex-wrap: wrap; padding: .7rem 1.5rem; background: var(--panel);
      border-bottom: 1px solid var(--line); }
    .top h1 { font-size: 1.05rem; font-weight: 650; display: flex; align-items: center;
      gap: .5rem; }
    .top h1 svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: var(--link);
      stroke-width: 2; stroke-linecap: round; }
    .top h1 span { font-weight: 400; color: var(--soft); }
    .vd { font-size: .85rem; font-weight: 600; padding: .15rem .7rem; border-radius: 1rem; }
    .bad { color: var(--red); background: var(--redbg); }
    .good { color: var(--green); background: var(--greenbg); }
    .th { margin: 0 0 0 auto; border: 1px solid var(--line); border-radius: .5rem; padding: 2px;
      display: flex; font-size: .8rem; background: var(--bg); }
    .th legend { position: absolute; clip-path: inset(50%); width: 1px; height: 1px;
      overflow: hidden; }
    .th input { position: absolute; opacity: 0; pointer-events: none; }
    .th label { padding: .1rem .6rem; border-radius: .35rem; cursor: pointer;
      color: var(--soft); }
    .th input:checked + label { background: var(--panel); color: var(--text); font-weight: 600; }
    .th input:focus-visible + label { outline: 2px solid var(--link); }
    .cols { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 100rem;
      margin: 0 auto; }
    nav { position: sticky; top: 3.4rem; align-self: start; max-height: calc(100vh - 3.4rem);
      overflow-y: auto; padding: 1.2rem .5rem 2rem 1.5rem; font-size: .875rem; }
    nav a { display: flex; gap: .5rem; padding: .22rem .6rem; border-radius: .4rem;
      color: var(--text); }
    nav a:hover { background: var(--panel); text-decoration: none; }
    nav h2 { font-size: .75rem; color: var(--soft); font-weight: 600; padding: .5rem .6rem .2rem; }
    nav ol { border-left: 2px solid var(--line); margin: 0 0 .5rem .6rem; }
    nav ol ol { margin-bottom: 0; }
    nav ol a { color: var(--soft); font-size: .8rem; padding: .12rem .6rem; }
    nav ol span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    nav ol b { font-weight: 600; color: var(--red); font-variant-numeric: tabular-nums; }
    main { padding: 1.4rem 1.5rem 4rem 1rem; min-width: 0; }
    main > section { scroll-margin-top: 7rem; }
    main h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
    .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .75rem; }
    .tiles a { display: block; padding: .7rem 1rem; border: 1px solid var(--line);
      border-radius: .6rem; background: var(--raised); color: var(--soft); font-size: .875rem; }
    .tiles a:hover { border-color: var(--lane); text-decoration: none; }
    .tiles b { display: block; font-size: 1.7rem; line-height: 1.2; font-weight: 650;
      font-variant-numeric: tabular-nums; color: var(--red); }
    .tiles .s b { color: var(--amber); }
    .tiles .p b { color: var(--green); }
    .tiles .none b { color: var(--soft); }
    .bar { display: block; width: 100%; height: .5rem; margin: .8rem 0; border-radius: .25rem;
      background: var(--line); }
    .bar .f, .bar .e { fill: var(--red); }
    .bar .s { fill: var(--amber); }
    .bar .p { fill: var(--there); }
    .warn { color: var(--amber); background: var(--amberbg); padding: .4rem .8rem;
      border-radius: .4rem; margin-bottom: .8rem; }
    dl { display: flex; flex-wrap: wrap; gap: .15rem 1.6rem; font-size: .85rem; }
    dl div { display: flex; gap: .45rem; min-width: 0; }
    dt { color: var(--soft); flex: none; }
    dd { overflow-wrap: anywhere; min-width: 0; }
    .fl { display: flex; flex-wrap: wrap; gap: .4rem .8rem; align-items: center; position: sticky;
      top: 3.2rem; z-index: 4; background: var(--bg); padding: .8rem 0 .6rem; margin-top: .6rem; }
    .fl label { font-weight: 600; font-size: .875rem; white-space: nowrap; }
    .fl input { flex: 1 1 14rem; min-width: 0; font: inherit; padding: .35rem .7rem;
      border-radius: .5rem; border: 1px solid var(--lane); background: var(--raised);
      color: inherit; }
    .fl output { font-size: .85rem; color: var(--soft); }
    .fl select { font: .85rem var(--sans); margin-left: .4rem; padding: .3rem .4rem;
      border-radius: .5rem; border: 1px solid var(--line); background: var(--panel);
      color: var(--text); }
    button { font: inherit; font-size: .85rem; padding: .3rem .8rem; border-radius: .5rem;
      border: 1px solid var(--line); background: var(--panel); color: var(--text);
      cursor: pointer; }
    button:hover { border-color: var(--lane); }
    .lead { color: var(--soft); font-size: .9rem; margin-bottom: .6rem; }
    .lead .r { color: var(--red); }
    .lead .i { color: var(--amber); }
    .lead .h { color: var(--green); }
    .sc { overflow-x: auto; }
    .mx { max-height: 75vh; overflow: auto; border: 1px solid var(--line); border-radius: .6rem; }
    .mx table { border-collapse: separate; border-spacing: 0; font-size: .8rem; }
    .mx th, .mx td { padding: .12rem .45rem; text-align: right; background: var(--bg);
      border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
    .mx tbody th { text-align: left; font-weight: 500; position: sticky; left: 0; z-index: 1;
      border-right: 1px solid var(--line); white-space: nowrap; }
    .mx thead th { position: sticky; top: 0; z-index: 2; vertical-align: bottom;
      background: var(--panel); font-weight: 500; }
    .mx thead th:first-child { left: 0; z-index: 3; text-align: left; }
    .mx thead span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
    .mx td { color: var(--soft); }
    .mx td.h { color: var(--green); }
    .mx td.i { color: var(--amber); }
    .mx td.r { background: var(--redbg); color: var(--red); font-weight: 700; }
    .mx td.r a { color: inherit; display: block; }
    .su { border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .35rem;
      content-visibility: auto; contain-intrinsic-size: auto 2.3rem; }
    .su summary { padding: .35rem .8rem; cursor: pointer; font-size: .9rem; }
    .su summary b { font-weight: 600; overflow-wrap: anywhere; }
    .su summary i { font-style: normal; font-size: .8rem; margin-left: .5rem; white-space: nowrap;
      color: var(--soft); }
    .su i.f, .su i.e { color: var(--red); }
    .su i.s { color: var(--amber); }
    .su ul { padding: .2rem .8rem .6rem; font-size: .85rem; }
    .su li { padding: .1rem 0 .1rem 1.4rem; text-indent: -1.4rem; overflow-wrap: anywhere; }
    .su li::before { content: '✓'; color: var(--green); display: inline-block; width: 1.4rem;
      text-indent: 0; }
    .su li.f::before { content: '✗'; color: var(--red); }
    .su li.s::before { content: '–'; color: var(--amber); }
    .su li.un::before { content: ''; }
    .su li:target { background: var(--amberbg); }
    .su li i, .su li q { color: var(--soft); font-style: normal; }
    .su li i { font-size: .75rem; margin-left: .4rem; }
    .su li q { quotes: none; }
    footer { padding: 1rem 1.5rem 2rem; color: var(--soft); font-size: .85rem;
      text-align: center; }
    kbd { font: .8rem var(--mono); border: 1px solid var(--line); border-radius: .25rem;
      padding: 0 .3rem; background: var(--panel); }
    @media (max-width: 60rem) {
      .cols { display: block; }
      nav { position: static; max-height: 17rem; padding: .8rem 1rem 0; }
      main { padding: 1rem 1rem 3rem; }
      .top { padding: .5rem 1rem; }
    }
    @media (max-width: 34rem) {
      .tiles { grid-template-columns: repeat(2, 1fr); gap: .5rem; }
      .tiles b { font-size: 1.3rem; }
      .top { position: static; }
      .fl { top: 0; }
      html { scroll-padding-top: 3.5rem; }
    }
    @media print {
      :root { color-scheme: light; }
      nav, .fl, .th, .cp, footer { display: none; }
      .cols { display: block; }
      .top { position: static; }
      .sc, .mx { overflow: visible; max-height: none; }
      details.f, .su { break-inside: avoid-page; }
    }
    """
}
