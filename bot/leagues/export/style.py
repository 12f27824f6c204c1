"""How the page of a season looks: on paper black on white, on a screen as wide and as dark as it is there."""

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --line: #bbb; --soft: #555; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --paper: #17181a; --line: #4a4d52; --soft: #a9adb3; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 1.8rem 0 .5rem; font-size: 1.2rem; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
p { margin: .25rem 0; }
ul { margin: 0; padding-left: 1.2rem; }
.soft, small { color: var(--soft); }
.void { text-decoration: line-through; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .4rem; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: baseline; }
th { font-size: .8rem; color: var(--soft); font-weight: 600; vertical-align: bottom; }
th, td { white-space: nowrap; }
.name { text-align: left; white-space: normal; width: 40%; min-width: 6rem; }
.value { font-weight: 700; }
@media screen and (max-width: 40rem) {
  body { padding: .75rem; }
  table { font-size: .85rem; }
  th, td { padding: .25rem .2rem; }
  th:not(.name) { writing-mode: sideways-lr; text-align: left; }
  @supports not (writing-mode: sideways-lr) {
    th:not(.name) { writing-mode: vertical-rl; }
  }
}
@page { size: A4; margin: 15mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #999; --soft: #333; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  thead { display: table-header-group; }
  tr, li { break-inside: avoid; }
  h1, h2, h3 { break-after: avoid; }
}
"""
