import module from 'node:module';
import { workerData } from 'node:worker_threads';

/** What the main thread tells a thread about the types of a text. */
export type Stripped = { readonly code: string } | { readonly problem: string };

/** The texts whose code is kept, so that a worker that is replaced waits for nothing; the oldest goes first. */
const KEPT = 1000;
const kept = new Map<string, string>();

/**
 * Takes the types out of a text of TypeScript, in a worker by its main thread. For hooks of modules that give a text of
 * their own for a file: Node.js would take the types out in the worker.
 *
 * @throws SyntaxError where the text is more than JavaScript with types; `file` is named in it.
 * @example
 * withoutTypes('const limit: number = 5;', 'limit.ts'); // => 'const limit         = 5;'
 */
export function withoutTypes(text: string, file: string): string {
  const thread = workerData as { withoutTypes?(text: string, file: string): string } | null;
  if (thread?.withoutTypes !== undefined) return thread.withoutTypes(text, file);
  const read = stripped(text);
  if ('code' in read) return read.code;
  throw new SyntaxError(`${read.problem} (${file})`);
}

/** What is left of a text of TypeScript, or what is wrong with it. For the main thread. */
export function stripped(text: string): Stripped {
  try {
    const code = kept.get(text) ?? strip(text);
    kept.delete(text);
    kept.set(text, code);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    return { code };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Node.js calls this function experimental, once; it does the same wherever it loads TypeScript, and says nothing there. */
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
