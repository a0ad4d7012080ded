/** The plain style of the report. The style is light or dark, like the system of the reader. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --muted: #6b7280; --line: #e3e5e8; --back: #ffffff; --accent: #0b64c0; --warn: #a33a00; }
@media (prefers-color-scheme: dark) {
  :root { --text: #d8dbe0; --muted: #8b929c; --line: #32363c; --back: #17191c; --accent: #5aa9ff; --warn: #ff9a5c; }
}
body { margin: 2rem auto; max-width: 76rem; padding: 0 1.25rem; background: var(--back); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; } h3 { font-size: .95rem; margin: 1.5rem 0 .25rem; }
p, li { max-width: 46rem; } .muted { color: var(--muted); } code { font-size: .9em; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1rem 2rem; }
.scroll { overflow-x: auto; } .wide { max-width: 60rem; } svg { width: 100%; height: auto; font: 11px system-ui, sans-serif; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--muted); font-weight: 500; } th:first-child, td:first-child { text-align: left; padding-left: 0; }
tr.main td { color: var(--accent); font-weight: 600; } tr.bag td { color: var(--muted); font-style: italic; } .warn { color: var(--warn); }
.grid { stroke: var(--line); stroke-width: 1; } .tick { fill: var(--muted); } .name { fill: var(--text); }
.line { fill: none; stroke: var(--muted); stroke-width: 1.2; opacity: .7; } .line.engine { stroke: var(--text); } .line.main { stroke: var(--accent); stroke-width: 2.5; opacity: 1; } .line.bag { stroke-dasharray: 4 3; }
.dot { fill: var(--muted); } .dot.engine { fill: var(--text); } .dot.main { fill: var(--accent); } .name.main { fill: var(--accent); font-weight: 600; } .name.bag, .name.other { fill: var(--muted); }
.interval { stroke: var(--accent); stroke-width: 2; opacity: .45; } .ring { fill: none; stroke: var(--muted); stroke-width: 1.5; }
`;
