/** Styles of the report: light and dark, responsive. Blue and orange are safe for colour-blind readers; signs and shapes differ too. */

export const STYLE = `
:root { --back: #fdfdfc; --card: #fff; --ink: #1c1e21; --quiet: #5d646c; --line: #d9dce0; --ours: #0067a5; --paper: #b34700; --good: #00613c; --bad: #9c2b00; --open: #5d646c; }
@media (prefers-color-scheme: dark) {
  :root { --back: #15171a; --card: #1c1f23; --ink: #e6e7e9; --quiet: #a0a7b0; --line: #363b42; --ours: #62b5f0; --paper: #f0a35a; --good: #5fd0a0; --bad: #ff9a70; --open: #a0a7b0; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0.5rem 0; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 0.25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
p { margin: 0.35rem 0; max-width: 46rem; overflow-wrap: anywhere; }
a { color: var(--ours); }
code { font-size: 0.85em; overflow-wrap: anywhere; }
.quiet, .interval, .paper-figure, .legend { color: var(--quiet); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 1.25rem 0; }
.notice { border-left: 4px solid var(--paper); padding-left: 0.6rem; }
.wide { overflow-x: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: 0.35rem 0.55rem; text-align: left; vertical-align: top; }
thead th { font-weight: 600; font-size: 0.85rem; vertical-align: bottom; }
tbody th { font-weight: 600; font-size: 0.9rem; white-space: nowrap; position: sticky; left: 0; background: var(--card); }
.summary td { text-align: right; }
td .figure { font-weight: 700; font-size: 1.05rem; margin-right: 0.4rem; }
td.quiet .figure { font-weight: 400; font-size: 0.9rem; }
td .interval { font-size: 0.85rem; white-space: nowrap; }
td .paper-figure, td .badge, td .paper-figure + .interval { display: block; font-size: 0.85rem; white-space: nowrap; }
.plain { font-size: 0.85rem; }
.badge { font-weight: 600; }
.agrees, .holds { color: var(--good); }
.differs, .does-not-hold { color: var(--bad); }
.too-few-games, .not-settled { color: var(--open); }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 0.75rem 1.5rem; }
figure { margin: 0; max-width: 27rem; }
figcaption { font-weight: 600; font-size: 0.9rem; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .tick { fill: var(--quiet); font-size: 11px; }
svg .grid { stroke: var(--line); }
svg .half { stroke: var(--quiet); stroke-dasharray: 3 3; }
svg .ours line { stroke: var(--ours); stroke-width: 2.5; }
svg .ours path { fill: var(--ours); }
svg .paper line { stroke: var(--paper); stroke-width: 1.25; }
svg .paper path { fill: var(--card); stroke: var(--paper); stroke-width: 1.75; }
.ours-key { color: var(--ours); } .paper-key { color: var(--paper); }
.legend { font-size: 0.9rem; }
.claims { list-style: none; padding: 0; margin: 0; }
.claims li { border-top: 1px solid var(--line); padding: 0.5rem 0; }
.claims p { margin: 0.1rem 0; font-size: 0.9rem; }
.claims .claim { font-size: 1rem; }
summary { cursor: pointer; margin-top: 0.75rem; }
`;
