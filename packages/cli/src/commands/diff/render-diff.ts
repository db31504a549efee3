import { counted } from '../../terminal/table.ts';
import type { DiffReport } from './diff-report.ts';

/** Renders the report as one page without scripts or external resources. */
export function renderDiff(report: DiffReport): string {
  const { base, candidate, runs, decisions, changed, affected, unexpected } = report;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(base.name)} → ${escaped(candidate.name)}</title>
<style>${STYLE}</style>
<main>
<h1>What changes from <code>${escaped(base.name)}</code> to <code>${escaped(candidate.name)}</code></h1>
<ul class="figures">
${figure(runs, 'runs')}${figure(decisions, 'decisions')}${figure(changed, 'changed')}${figure(affected, 'runs affected')}${figure(unexpected, 'not expected', unexpected > 0)}
</ul>
${changes(report)}
<h2>Asks and time</h2>
<table>
<tr><th></th><th class="number">base</th><th class="number">candidate</th></tr>
${row('asks', base.asks, candidate.asks)}${row('ms per decision, half', base.p50, candidate.p50)}${row('ms per decision, 99 %', base.p99, candidate.p99)}
</table>
${problems(report)}
</main>
</html>
`;
}

function changes({ changes: all, beyond }: DiffReport): string {
  if (all.length === 0) return '<p class="none">No decision changes.</p>';
  const rows = all.map(
    ({
      event,
      tool,
      from,
      to,
      count,
      sessions,
      isExpected,
      examples,
    }) => `<tr class="${isExpected ? 'expected' : 'new'}">
<td><strong>${escaped(tool === '' ? event : tool)}</strong><small>${tool === '' ? '' : event}</small></td>
<td>${verb(from.decision)} → ${verb(to.decision)}</td>
<td class="by">${escaped([...to.policies, ...to.codes].join(', ') || [...from.policies, ...from.codes].join(', '))}</td>
<td class="number" data-unit="times">${count.toLocaleString('en')}</td><td class="number" data-unit="runs">${sessions.toLocaleString('en')}</td>
<td class="number">${isExpected ? 'expected' : 'new'}</td></tr>
<tr class="examples"><td colspan="6">${examples.map(({ file, line, reason }) => `<div><code>${escaped(shortened(file))}:${line}</code> ${escaped(reason ?? '')}</div>`).join('')}</td></tr>`,
  );
  const more =
    beyond === 0
      ? ''
      : `<p>${counted(beyond, 'change')} of further kinds ${beyond === 1 ? 'is' : 'are'} not listed.</p>`;
  return `<h2>Changes</h2>
<table class="changes"><tr><th>step</th><th>decision</th><th>by</th><th class="number">times</th><th class="number">runs</th><th></th></tr>
${rows.join('\n')}</table>${more}`;
}

function problems({ failures, unreadable, unreadableRows }: DiffReport): string {
  const told = [
    ...failures.map((failure) => `a hook failed: ${failure}`),
    ...unreadableRows.map(({ file, line, reason }) => `${shortened(file)}:${line}: ${reason}`),
  ];
  if (told.length === 0) return '';
  const rows = unreadable === 0 ? '' : ` (${counted(unreadable, 'row')} unreadable)`;
  const title = `<h2>Problems${rows}</h2>`;
  return `${title}<ul>${told.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
}

function figure(count: number, label: string, isBad = false): string {
  return `<li${isBad ? ' class="bad"' : ''}><b>${count.toLocaleString('en')}</b>${label}</li>`;
}

function row(label: string, base: number, candidate: number): string {
  return `<tr><td>${label}</td><td class="number">${base}</td><td class="number">${candidate}</td></tr>\n`;
}

function verb(decision: string): string {
  const [word = ''] = decision.split(/[ ,]/);
  return `<span class="verb ${escaped(word)}">${escaped(decision)}</span>`;
}

/** Shortens a path to its last two parts, which are enough to find the file. */
function shortened(path: string): string {
  return path.split('/').slice(-2).join('/');
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#ddd,#3a3a3a);--soft:light-dark(#666,#aaa)}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:light-dark(#fff,#161616);color:light-dark(#1b1b1b,#eee)}
main{max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
.figures{display:flex;flex-wrap:wrap;gap:1rem;list-style:none;padding:0}
.figures li{border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1rem;color:var(--soft)}
.figures b{display:block;font-size:1.4rem;color:light-dark(#1b1b1b,#eee)}
.figures .bad{border-color:#c33}.figures .bad b{color:light-dark(#b22,#f77)}
table{border-collapse:collapse;width:100%}
td:not(.number){overflow-wrap:anywhere}
th,td{text-align:left;padding:.4rem .6rem;border-top:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:500}.number{text-align:right;font-variant-numeric:tabular-nums}
small{display:block;color:var(--soft)}
.examples td{border-top:0;padding-top:0;color:var(--soft);font-size:.85rem}
.expected td{opacity:.65}
.changes td:first-child{min-width:9rem}
.verb{display:inline-block;white-space:nowrap;border-radius:.3rem;padding:.05rem .4rem;background:light-dark(#eee,#333)}
.verb.deny{background:light-dark(#fbdcdc,#5a1f1f)}.verb.ask{background:light-dark(#fdf0cd,#574410)}
@media(max-width:40rem){
.changes tr{display:flex;flex-wrap:wrap;gap:.2rem .8rem;border-top:1px solid var(--line);padding:.5rem 0}
.changes tr:has(th){display:none}.changes td{border:0;padding:0}
.changes td:first-child,.changes .by{flex-basis:100%}.changes .examples{border:0;padding-top:0}
.changes td[data-unit]::after{content:' ' attr(data-unit)}
}
.verb.allow{background:light-dark(#dcf3e0,#1d4427)}.verb.modify{background:light-dark(#dde8fb,#20375e)}
`;
