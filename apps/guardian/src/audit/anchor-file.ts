import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import type { SigningKey } from './signing-key.ts';

/** A line of an anchor file: the head of a tenant's chain, or the public key of a guardian. */
export interface AnchorLine {
  readonly at: number;
  readonly keyId: string;
  readonly publicKey?: string;
  readonly tenant?: string;
  readonly number?: number;
  readonly hash?: string;
  readonly signature?: string;
}

/** Returns the lines so far; none if no file is named. Half a line, left by a crash, is skipped. */
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

/** Appends a line. */
export function addAnchorLine(path: string, line: AnchorLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

/** Adds the key of a guardian once, to a file that nobody can change through the database. */
export function anchorKey(path: string, { id: keyId, publicKey }: SigningKey): void {
  if (readAnchorFile(path).some((line) => line.publicKey === publicKey)) return;
  addAnchorLine(path, { at: Date.now(), keyId, publicKey });
}
