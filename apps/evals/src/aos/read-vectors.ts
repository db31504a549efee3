import { readFileSync } from 'node:fs';

import type { Vector } from '@interpose/aos/vectors';
import { InterposeError, type Dict } from '@interpose/core';

import { listDataFiles, type WantedFiles } from '../list-data-files.ts';

/** The vectors, and what stands in their place and is none. */
export interface ReadVectors {
  readonly vectors: readonly Vector[];
  readonly unreadable: readonly { readonly id: string; readonly why: string }[];
}

const wanted: WantedFiles = {
  matches: (name) => name.endsWith('.json'),
  isDeep: true,
  kind: 'file of vectors (.json)',
  source:
    'vectors are { "vectors": [{ id, kind, expect }] } over the schema of AOS 0.1, https://github.com/OWASP/www-project-agent-observability-standard (Apache-2.0)',
};

/**
 * The vectors of a file, or of every JSON file below a folder in the order of their paths. A file that holds no list
 * `vectors` is not about vectors and passed over.
 *
 * @throws InterposeError with code `data_not_found` where there is none: an eval over nothing proves nothing.
 */
export function readVectors(data: string): ReadVectors {
  const found = listDataFiles(data, wanted).map(vectorsIn);
  const vectors = found.flatMap((file) => file.vectors);
  const unreadable = found.flatMap((file) => file.unreadable);
  if (vectors.length + unreadable.length === 0)
    throw new InterposeError('data_not_found', `${data} holds no vector`, wanted.source);
  return { vectors, unreadable };
}

function vectorsIn(path: string): ReadVectors {
  const suite = parsed(readFileSync(path, 'utf8'));
  if (suite === undefined)
    return { vectors: [], unreadable: [{ id: path, why: 'it is not JSON' }] };
  const listed: unknown = isRecord(suite) ? suite['vectors'] : undefined;
  const given: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return {
    vectors: given.filter(isVector),
    unreadable: given.flatMap((each, index) =>
      isVector(each)
        ? []
        : [{ id: `${path}, vector ${index + 1}`, why: 'it has no id, kind or expect' }],
    ),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isVector(value: unknown): value is Vector {
  if (!isRecord(value)) return false;
  const { id, kind, expect } = value;
  return typeof id === 'string' && typeof kind === 'string' && isRecord(expect);
}

function isRecord(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
