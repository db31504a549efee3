import type { SyntaxNode, Word } from 'unbash';

import { knownText } from './known-text.ts';

/** The arithmetic of a script, and the variables that it sets. */
export interface Numbers {
  /** Texts that Bash evaluates as arithmetic. A substitution in a subscript of a value runs. */
  readonly evaluated: string[];
  readonly numeric: Set<string>;
  readonly other: Set<string>;
  /** True when the script may set variables in ways that are not analysed here. */
  setElsewhere: boolean;
}

const COMPARES = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
/** Variables with numbers that Bash sets itself. */
const BUILT_IN = new Set('RANDOM SECONDS LINENO PPID'.split(' '));
/** Builtins that set variables, or run a text that may set them. */
const SETTERS = new Set('eval source . trap let read mapfile readarray getopts printf'.split(' '));
const COUNTED =
  /^(?:[-+]?\d*|\{\d+\.\.\d+\}|\$\(seq(?: -?\d+){1,3}\)|\$[#?]|\$\{#\w+(?:\[[@*]\])?\})$/;

/** Notes the arithmetic and the variables of one node of a script. */
export function noteNumbers(node: SyntaxNode, numbers: Numbers): void {
  const { evaluated, numeric } = numbers;
  switch (node.type) {
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      if (node.expression === undefined)
        evaluated.push(node.type === 'ArithmeticCommand' ? node.body : node.text);
      break;
    case 'ArithmeticBinary':
      if (node.operator === '=' && node.left.type === 'ArithmeticWord')
        numeric.add(node.left.value);
      break;
    case 'ArithmeticWord':
      evaluated.push(node.value);
      break;
    case 'ArithmeticCommandExpansion':
      evaluated.push(node.text);
      break;
    case 'TestBinary':
      if (COMPARES.has(node.operator)) evaluated.push(textOf(node.left), textOf(node.right));
      break;
    case 'TestUnary':
      if (/^-[vR]$/.test(node.operator)) evaluated.push(textOf(node.operand));
      break;
    default:
      noteVariable(node, numbers);
  }
}

function noteVariable(node: SyntaxNode, numbers: Numbers): void {
  const { evaluated } = numbers;
  switch (node.type) {
    case 'ParameterExpansion':
      if (node.prefix === '!' && node.operation?.type !== 'Names') evaluated.push(node.parameter);
      if (node.index !== undefined) evaluated.push(subscript(node.index));
      if (node.operation?.type === 'Slice')
        evaluated.push(textOf(node.operation.offset), node.operation.length?.text ?? '');
      break;
    case 'Assignment':
      if (node.index !== undefined) evaluated.push(subscript(node.index));
      if (node.value.type === 'Word') noteValue(node.name, [node.value], numbers);
      else {
        evaluated.push(...node.value.elements.map(itemOf));
        noteValue(node.name, node.value.elements, numbers);
      }
      break;
    case 'FileDescriptorVariable':
      evaluated.push(/\[([^]*)\]/.exec(node.name)?.[1] ?? '');
      break;
    case 'For':
    case 'Select':
      noteValue(node.name.value, node.wordlist, numbers);
      break;
    case 'Function':
      numbers.setElsewhere ||= node.name.value === 'seq';
      break;
    default:
      break;
  }
}

/** Notes whether a command may set variables. */
export function noteSetter(words: readonly (string | undefined)[], numbers: Numbers): void {
  const name = words.find((word) => !/^(?:builtin|command|-.*)$/.test(word ?? ''));
  if (
    name === 'printf'
      ? words.some((word) => word?.startsWith('-v') !== false)
      : SETTERS.has(name ?? '')
  )
    numbers.setElsewhere = true;
}

/** Whether arithmetic reads more than numbers that the script itself sets. */
export function readsUnknown({ evaluated, numeric, other, setElsewhere }: Numbers): boolean {
  return evaluated.some((text) => {
    const bare = text.replace(/\$\{#\w+(?:\[[@*]\])?\}|\$[#?]/g, '0');
    if (/\\|'|`|\$\((?!\()|\$\{?[\d@*!-]/.test(bare)) return true;
    const names = bare.match(/(?<![\w#])[A-Za-z_]\w*/g) ?? [];
    return names.some(
      (name) => !BUILT_IN.has(name) && (setElsewhere || other.has(name) || !numeric.has(name)),
    );
  });
}

function noteValue(name: string, words: readonly Word[] | undefined, numbers: Numbers): void {
  const isNumeric = words !== undefined && words.every(isNumber);
  (isNumeric ? numbers.numeric : numbers.other).add(name);
}

function isNumber(word: Word): boolean {
  if (COUNTED.test(knownText(word) ?? word.text)) return true;
  const [part, ...rest] = word.parts ?? [];
  const [inner, ...more] = part?.type === 'DoubleQuoted' ? part.parts : [part];
  return rest.length + more.length === 0 && inner?.type === 'ArithmeticExpansion';
}

function textOf(word: Word): string {
  return knownText(word) ?? word.text;
}

/** Returns the subscript of an array element that has one: `i` in `a=([i]=x)`. */
function itemOf({ text }: Word): string {
  return /^\[([^]*)\]\+?=/.exec(text)?.[1] ?? '';
}

/** Returns a subscript; an empty text for all elements (`@`, `*`), which need no arithmetic. */
function subscript(word: Word): string {
  return word.text === '@' || word.text === '*' ? '' : textOf(word);
}
