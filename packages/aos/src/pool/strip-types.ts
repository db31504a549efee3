import module from 'node:module';
import { workerData } from 'node:worker_threads';

/** The main thread's answer for a text: the code without types, the error in it, or `unread`. */
export type Stripped =
  | { readonly code: string }
  | { readonly problem: string; readonly at: string }
  | 'unread';

/** The longest text in characters: a longer one would block the main thread for everybody. */
const LONGEST = 500_000;
/** The most characters of texts with kept code, so that a new worker need not wait; the oldest is dropped first. */
const MOST_KEPT = 20_000_000;
const kept = new Map<string, string>();
let size = 0;
/** Whether a text has broken the WebAssembly of this thread. Then this thread reads no more texts. */
let isBroken = false;

/**
 * Strips the types from a text of TypeScript; in a worker, its main thread does it. For module hooks that supply their
 * own text for a file: otherwise Node.js would strip the types in the worker.
 *
 * @throws SyntaxError where the text is more than JavaScript with types; `file` is named in it.
 * @example
 * withoutTypes('const limit: number = 5;', 'limit.ts'); // => 'const limit         = 5;'
 */
export function withoutTypes(text: string, file: string): string {
  const thread = workerData as { withoutTypes?(text: string): Stripped } | null;
  const read = thread?.withoutTypes?.(text) ?? 'unread';
  const own = read === 'unread' ? readHere(text) : read;
  if ('code' in own) return own.code;
  throw new SyntaxError(`${own.problem} (${file.split('?')[0]}${own.at})`);
}

/** Answers a worker. It gets `unread` for a text that is too long, and for all texts once the reader is broken. */
export function strippedFor(text: unknown): Stripped {
  if (typeof text !== 'string' || text.length > LONGEST || isBroken) return 'unread';
  const known = kept.get(text);
  if (known !== undefined) return { code: known };
  const read = readHere(text);
  if ('code' in read) keep(text, read.code);
  else if (!read.isWrong) isBroken = true;
  return 'code' in read || read.isWrong ? read : 'unread';
}

function keep(text: string, code: string): void {
  kept.set(text, code);
  size += text.length + code.length;
  for (const [oldest, its] of kept) {
    if (size <= MOST_KEPT) return;
    kept.delete(oldest);
    size -= oldest.length + its.length;
  }
}

type Read =
  | { readonly code: string }
  | { readonly problem: string; readonly at: string; readonly isWrong: boolean };

/** Strips a text in this thread. It is wrong if Node.js reports a syntax error; any other error is a failed reader. */
function readHere(text: string): Read {
  try {
    return { code: strip(text) };
  } catch (error) {
    const { message, stack = '', code = '' } = error as NodeJS.ErrnoException;
    // The stack starts with the line number.
    const [at = ''] = /^:\d+(?=\n)/.exec(stack) ?? [];
    return { problem: message, at, isWrong: code.endsWith('_TYPESCRIPT_SYNTAX') };
  }
}

/** Strips types without Node's warning about an experiment, which Node omits when it loads TypeScript itself. */
function strip(text: string): string {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back, not called
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return module.stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}
