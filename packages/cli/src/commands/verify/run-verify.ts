import { resolve } from 'node:path';

import { verifyExport, type Broken, type Verification } from '@interpose/aos/audit';
import { InterposeError } from '@interpose/core';

import type { ExitCode } from '../../program/exit-code.ts';
import type { Given } from '../../program/given.ts';
import { counted, wrap } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Verifies an export with the same code as the guardian. */
export async function runVerify(given: Given, terminal: Terminal): Promise<ExitCode> {
  const { folder, words } = given;
  const at = (name: string): Readonly<Record<string, string>> => {
    const path = given.text(name);
    return path === undefined ? {} : { [name]: resolve(folder, path) };
  };
  const found = await verifyExport(resolve(folder, words[0] ?? ''), {
    ...at('key'),
    ...at('anchors'),
  });
  const { ok, checked, retired } = found;
  if (ok && checked + retired === 0)
    throw new InterposeError(
      'export_invalid',
      `${words[0]} contains no record to verify`,
      'export again with GET /api/audit/export?format=jsonl',
    );
  terminal.json(found);
  tell(found, given, terminal);
  return ok ? 0 : 1;
}

function tell(found: Verification, given: Given, terminal: Terminal): void {
  const { checked, retired, firstBroken } = found;
  const kept =
    retired === 0 ? '' : `, and ${counted(retired, 'batch')} of which only heads are kept`;
  if (firstBroken !== undefined) {
    terminal.say(`${terminal.paint('red', 'broken')}  ${told(firstBroken)}`);
    terminal.say(`        ${counted(checked, 'record')} before it hold${kept}`);
    terminal.block(
      wrap('→ compare with an earlier export or an anchor', terminal.columns, '        '),
    );
    return;
  }
  terminal.say(`${terminal.paint('green', 'holds')}   ${counted(checked, 'record')}${kept}`);
  const open = [
    ...(given.text('key') === undefined ? ['--key, that the guardian signed it'] : []),
    ...(given.text('anchors') === undefined ? ['--anchors, that its end was not cut off'] : []),
  ];
  for (const proof of open) terminal.say(`        not shown without ${proof}`);
}

function told({ kind, batch, index }: Broken): string {
  return `record ${index + 1} of batch ${batch} was ${kind}`;
}
