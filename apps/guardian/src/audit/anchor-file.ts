import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import type { SigningKey } from './signing-key.ts';

/** A line of an anchor file: a head of the chain of a tenant, or the public key of a guardian. */
export interface AnchorLine {
  readonly at: number;
  readonly keyId: string;
  readonly publicKey?: string;
  readonly tenant?: string;
  readonly number?: number;
  readonly hash?: string;
  readonly signature?: string;
}

/** The lines that were written so far; none where no file is named. Half a line that a crash left is none. */
export function readAnchorFile(path: string | undefined): readonly AnchorLine[] {
  if (path === undefined || !existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line) as AnchorLine];
      } catch {
        return [];
      }
    });
}

/** Writes a line down for good. */
export function addAnchorLine(path: string, line: AnchorLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** Puts the key of a guardian where no writer of the database comes, once. */
export function anchorKey(path: string, { id: keyId, publicKey }: SigningKey): void {
  if (readAnchorFile(path).some((line) => line.publicKey === publicKey)) return;
  addAnchorLine(path, { at: Date.now(), keyId, publicKey });
}
