import initWabt from 'wabt';

/** When the input, or the data, holds this text, the module answers so. */
export interface OpaCase {
  readonly entrypoint?: number;
  readonly where?: 'input' | 'data';
  readonly holds: string;
  /** The value of the rule; `undefined` leaves it undefined, as Rego does. */
  readonly result?: unknown;
  /** Calls this builtin without arguments and answers with its value. */
  readonly builtin?: number;
  /** Aborts, as OPA's own run time does. */
  readonly aborts?: boolean;
}

/** What a module of OPA's is made to answer. */
export interface OpaModule {
  readonly entrypoints?: readonly string[];
  readonly builtins?: readonly string[];
  readonly cases: readonly OpaCase[];
  readonly otherwise?: unknown;
}

const HEAP = 65_536;
/** The number of aborts after which the stack is used up: in OPA's own run time too, an abort leaves it where it was. */
const STACK = 3;

/** A heap that only grows, values kept as the JSON texts they came as, and a search for one text in another. */
const MEMORY_AND_SEARCH = `
  (func (export "opa_heap_ptr_get") (result i32) (global.get $heap))
  (func (export "opa_heap_ptr_set") (param i32) (global.set $heap (local.get 0)))
  (func (export "opa_json_dump") (param i32) (result i32) (local.get 0))
  (func (export "opa_malloc") (param $size i32) (result i32)
    (global.get $heap)
    (global.set $heap (i32.add (global.get $heap) (i32.add (local.get $size) (i32.const 1)))))
  (func (export "opa_json_parse") (param $at i32) (param $size i32) (result i32)
    (i32.store8 (i32.add (local.get $at) (local.get $size)) (i32.const 0))
    (local.get $at))
  (func $length (param $at i32) (result i32) (local $size i32)
    (loop $next
      (if (i32.load8_u (i32.add (local.get $at) (local.get $size)))
        (then (local.set $size (i32.add (local.get $size) (i32.const 1))) (br $next))))
    (local.get $size))
  (func $same (param $a i32) (param $b i32) (param $size i32) (result i32) (local $index i32)
    (loop $next
      (if (i32.eq (local.get $index) (local.get $size)) (then (return (i32.const 1))))
      (if (i32.ne
            (i32.load8_u (i32.add (local.get $a) (local.get $index)))
            (i32.load8_u (i32.add (local.get $b) (local.get $index))))
        (then (return (i32.const 0))))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next))
    (unreachable))
  (func $holds (param $at i32) (param $size i32) (param $what i32) (param $length i32) (result i32) (local $index i32)
    (loop $next
      (if (i32.gt_s (i32.add (local.get $index) (local.get $length)) (local.get $size))
        (then (return (i32.const 0))))
      (if (call $same (i32.add (local.get $at) (local.get $index)) (local.get $what) (local.get $length))
        (then (return (i32.const 1))))
      (local.set $index (i32.add (local.get $index) (i32.const 1)))
      (br $next))
    (unreachable))`;

/**
 * A WebAssembly module that speaks OPA's ABI 1.2: it looks for texts in its JSON input instead of evaluating Rego,
 * so that the real library can be tested where there is no compiler for Rego.
 */
export async function opaModule(module: OpaModule): Promise<Uint8Array<ArrayBuffer>> {
  const wabt = await initWabt();
  const parsed = wabt.parseWat('policy.wat', watOf(module));
  try {
    return new Uint8Array(parsed.toBinary({}).buffer);
  } finally {
    parsed.destroy();
  }
}

function watOf({
  entrypoints = ['app/verdict'],
  builtins = [],
  cases,
  otherwise,
}: OpaModule): string {
  const texts = new Texts();
  const [entries, needs] = [texts.add(numbered(entrypoints)), texts.add(numbered(builtins))];
  const judged = cases.map((each) => caseOf(each, texts)).join('\n');
  const fallback = texts.add(resultSet(otherwise));
  return `(module
  (import "env" "memory" (memory 5))
  (import "env" "opa_abort" (func $abort (param i32)))
  (import "env" "opa_builtin0" (func $builtin (param i32 i32) (result i32)))
  (global (export "opa_wasm_abi_version") i32 (i32.const 1))
  (global (export "opa_wasm_abi_minor_version") i32 (i32.const 3))
  (global $heap (mut i32) (i32.const ${HEAP}))
  (global $stack (mut i32) (i32.const ${STACK}))
  ${texts.segments()}
  (func (export "entrypoints") (result i32) (i32.const ${entries.at}))
  (func (export "builtins") (result i32) (i32.const ${needs.at}))
${MEMORY_AND_SEARCH}
  (func (export "opa_eval")
    (param $reserved i32) (param $entry i32) (param $data i32) (param $input i32) (param $size i32)
    (param $top i32) (param $format i32) (result i32)
    (if (i32.eqz (global.get $stack)) (then (unreachable)))
    (global.set $heap (local.get $top))
    ${judged}
    (i32.const ${fallback.at})))`;
}

function caseOf(
  { entrypoint = 0, where = 'input', holds, result, builtin, aborts }: OpaCase,
  texts: Texts,
): string {
  const what = texts.add(holds);
  const [at, size] =
    where === 'input'
      ? ['(local.get $input)', '(local.get $size)']
      : ['(local.get $data)', '(call $length (local.get $data))'];
  const then =
    aborts === true
      ? `(global.set $stack (i32.sub (global.get $stack) (i32.const 1)))
        (call $abort (i32.const ${texts.add('aborted on purpose').at})) (unreachable)`
      : builtin === undefined
        ? `(return (i32.const ${texts.add(resultSet(result)).at}))`
        : `(return (call $builtin (i32.const ${builtin}) (i32.const 0)))`;
  return `(if (i32.and
      (i32.eq (local.get $entry) (i32.const ${entrypoint}))
      (call $holds ${at} ${size} (i32.const ${what.at}) (i32.const ${what.size})))
    (then ${then}))`;
}

function numbered(names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index])));
}

function resultSet(result: unknown): string {
  return JSON.stringify(result === undefined ? [] : [{ result }]);
}

/** Texts in the module's memory, each closed by a zero. */
class Texts {
  readonly #placed: { readonly at: number; readonly text: string }[] = [];
  #next = 1024;

  add(text: string): { readonly at: number; readonly size: number } {
    const size = new TextEncoder().encode(text).length;
    const at = this.#next;
    this.#placed.push({ at, text });
    this.#next += size + 1;
    return { at, size };
  }

  segments(): string {
    return this.#placed
      .map(({ at, text }) => `(data (i32.const ${at}) "${escaped(text)}\\00")`)
      .join('\n  ');
  }
}

function escaped(text: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `\\${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
