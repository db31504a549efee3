import { createPublicKey, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { InterposeError } from '@interpose/core';

import { batchesOf, isEd25519, readExport } from './read-export.ts';
import { verifyChain, type Anchor, type Verification } from './verify-chain.ts';

/**
 * Files that an export is verified against.
 *
 * @example
 * const proof: ExportProof = { key: 'public.pem', anchors: 'anchors.jsonl' };
 */
export interface ExportProof {
  /** A file with the public key in PEM. Default: the keys of the anchors, else those of the export itself. */
  readonly key?: string;
  /** A file of anchors, which also shows a cut-off end. */
  readonly anchors?: string;
}

/**
 * Verifies the export of a guardian's chain without a guardian or a database. The export is a file of JSON lines of any
 * length.
 *
 * @throws InterposeError `export_invalid`, `file_unreadable`.
 *
 * @example
 * const { ok, firstBroken } = await verifyExport('audit.jsonl', { key: 'public.pem' });
 */
export async function verifyExport(
  path: string,
  { key, anchors }: ExportProof = {},
): Promise<Verification> {
  const { keys, tenant } = await beginningOf(path);
  const lines = anchors === undefined ? [] : await readAnchors(anchors);
  const outside = lines.flatMap(({ publicKey = '' }) => publicKey).join('');
  const pinned =
    key === undefined ? outside && pin(outside, anchors ?? '') : pin(await read(key), key);
  const heads = lines.filter(
    (line) => line.number !== undefined && (tenant === undefined || line.tenant === tenant),
  );
  if (anchors !== undefined && heads.length === 0)
    throw new InterposeError(
      'export_invalid',
      `${anchors} holds no head of ${tenant ?? 'a tenant'}, so that a cut end would not be found`,
      'give the anchors of the guardian that the export is from, or none',
    );
  return verifyChain(batchesOf(readExport(path)), pinned || keys, heads);
}

interface Beginning {
  readonly keys: ReadonlyMap<string, string>;
  readonly tenant: string | undefined;
}

/** Reads the keys and the tenant: up to the first record, which names the tenant. */
async function beginningOf(path: string): Promise<Beginning> {
  let keys: ReadonlyMap<string, string> = new Map();
  for await (const line of readExport(path)) {
    if (line.kind === 'keys') keys = new Map(Object.entries(line.keys));
    if (line.kind === 'record')
      return { keys, tenant: (line.record as { readonly tenant?: string }).tenant };
  }
  return { keys, tenant: undefined };
}

const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\n?/g;

/** Reads one or several keys of a file. A guardian names its key by the first digits of the hash of its PEM. */
function pin(text: string, path: string): ReadonlyMap<string, string> {
  try {
    const keys = (text.match(PEM) ?? []).map((each) => {
      const pem = createPublicKey(each).export({ type: 'spki', format: 'pem' }).toString();
      return [hash('sha256', pem).slice(0, 16), pem] as const;
    });
    if (keys.length > 0 && keys.every(([, pem]) => isEd25519(pem))) return new Map(keys);
    throw new TypeError('it holds no public key in PEM, or one that is not Ed25519');
  } catch (cause) {
    const problem = `${path} cannot be used: ${(cause as Error).message}`;
    const remedy = 'give the audit-key.pub.pem of the guardian';
    throw new InterposeError('file_unreadable', problem, remedy, { cause });
  }
}

/** A head, or the key of a guardian. */
type AnchorLine = Anchor & { readonly tenant?: string; readonly publicKey?: string };

async function readAnchors(path: string): Promise<readonly AnchorLine[]> {
  const lines = (await read(path)).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const anchor = JSON.parse(line) as AnchorLine | null;
      if (anchor !== null) return [anchor];
      throw new TypeError('it says nothing');
    } catch (cause) {
      const problem = `${path}:${index + 1} is no anchor`;
      throw new InterposeError('export_invalid', problem, 'repair the line', { cause });
    }
  });
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const problem = `${path} cannot be read: ${(cause as Error).message}`;
    throw new InterposeError('file_unreadable', problem, 'name a file that is there', { cause });
  }
}
