import {
  forEachChild,
  parse,
  type ArrayValue,
  type Command,
  type ParameterExpansionPart,
  type SyntaxNode,
  type Word,
} from 'unbash';

import { TooComplex } from '../../shared/budget/too-complex.ts';
import { spend } from '../../shared/budget/work-budget.ts';
import { noteAssigned, type Assigned } from './assigned.ts';
import { hidesCode } from './hides-code.ts';
import { knownText } from './known-text.ts';
import { noteNumbers, noteSetter, type Numbers } from './numbers.ts';
import type { ShellArgument, SimpleCommand } from './simple-command.ts';

/** A file that a redirection opens. */
export interface OpenedFile {
  readonly target: string | undefined;
  readonly writes: boolean;
}

/** Everything that a script would do, as far as its text shows. */
export interface ScriptFacts {
  readonly commands: SimpleCommand[];
  readonly files: OpenedFile[];
  readonly assignments: Assigned[];
  /** Texts that a shell other than bash would run: it reads `((…))` as two subshells. */
  readonly sources: string[];
  readonly numbers: Numbers;
  /** The part that runs text as code in a way that cannot be analysed, if there is one. */
  opaque: string | undefined;
}

const LONGEST = 100_000;
/** The most here documents: for each, the parser searches all the text after it. */
const MOST_HERE_DOCUMENTS = 500;
/** The cost of judging one node of a script, in units of work. */
const PER_NODE = 10;
/** A file descriptor in a duplication: `2>&1`, `>&-`. */
const DESCRIPTOR = /^(?:\d+-?|-)$/;

/**
 * Reads a script and every script in its substitutions; undefined when a part of it cannot be parsed.
 *
 * @throws TooComplex
 */
export function readScript(source: string): ScriptFacts | undefined {
  if (source.length > LONGEST || count(source, '<<') > MOST_HERE_DOCUMENTS) throw new TooComplex();
  if (source.includes('\0')) return undefined;
  const facts: ScriptFacts = {
    commands: [],
    files: [],
    assignments: [],
    sources: [],
    numbers: { evaluated: [], numeric: new Set(), other: new Set(), setElsewhere: false },
    opaque: undefined,
  };
  return visit(parse(source), facts, []) ? facts : undefined;
}

function visit(node: SyntaxNode, facts: ScriptFacts, inside: readonly string[]): boolean {
  if (node.type === 'Script' && (node.errors ?? []).length > 0) return false;
  if (isUnparsed(node)) return false;
  spend(PER_NODE);
  note(node, facts, inside);
  noteNumbers(node, facts.numbers);
  const within = node.type === 'Function' ? [...inside, node.name.value] : inside;
  let readable = true;
  forEachChild(node, (child) => {
    readable &&= visit(child, facts, within);
  });
  return readable;
}

function count(text: string, part: string): number {
  return text.split(part, MOST_HERE_DOCUMENTS + 2).length - 1;
}

function isUnparsed(node: SyntaxNode): boolean {
  switch (node.type) {
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      return node.script === undefined;
    case 'Redirect':
    case 'HereString':
      return node.target === undefined;
    // Bash compares the delimiter with lines that still have their tabs, so it may find another end than the parser.
    case 'HereDoc':
      return node.closing === undefined || node.delimiter?.value.startsWith('\t') === true;
    default:
      return false;
  }
}

function note(node: SyntaxNode, facts: ScriptFacts, inside: readonly string[]): void {
  switch (node.type) {
    case 'Command':
      noteCommand(node, facts, inside);
      break;
    case 'ArithmeticCommand':
      facts.sources.push(node.body);
      break;
    case 'ArithmeticExpansion':
      if (node.text.startsWith('$((')) facts.sources.push(node.text.slice(3, -2));
      break;
    case 'Redirect':
      noteRedirect(node.operator, knownText(node.target!), facts);
      break;
    case 'ParameterExpansion':
      noteExpansion(node, facts);
      break;
    case 'TestUnary':
      noteTested(facts, node.operand);
      break;
    case 'TestBinary':
      noteTested(facts, node.left, node.right);
      break;
    default:
      noteAssigned(node, facts.assignments);
  }
}

function noteExpansion(node: ParameterExpansionPart, facts: ScriptFacts): void {
  const { operation } = node;
  // `${x@P}` runs the substitutions inside the value of x; `${x:=y}` sets it.
  if (operation?.type === 'Transform' && /[^UuLQEAKak]/.test(operation.operand.value))
    facts.opaque ??= node.text;
  if (operation?.type === 'Default' && operation.operator.endsWith('='))
    facts.assignments.push({ name: node.parameter, value: undefined });
}

/** Notes a test of numbers or variables with code in it: Bash runs the substitutions in a subscript. */
function noteTested(facts: ScriptFacts, ...words: readonly Word[]): void {
  if (words.some((word) => hidesCode(knownText(word))))
    facts.opaque ??= 'a test of text with code in it';
}

function noteCommand(node: Command, facts: ScriptFacts, inside: readonly string[]): void {
  if (node.name === undefined) return;
  const program = knownText(node.name);
  const args = node.args.map((arg) =>
    arg.type === 'Word' ? knownText(arg) : assignmentText(arg.name, arg.value),
  );
  facts.commands.push({ program, args });
  noteSetter([program, ...args], facts.numbers);
  if (program !== undefined && inside.includes(program))
    facts.opaque ??= `${program}, which calls itself`;
}

function assignmentText(name: string, value: Word | ArrayValue): ShellArgument {
  const text = value.type === 'Word' ? knownText(value) : undefined;
  return text === undefined ? undefined : `${name}=${text}`;
}

function noteRedirect(operator: string, target: string | undefined, facts: ScriptFacts): void {
  const duplicates = operator === '>&' || operator === '<&';
  if (duplicates && target !== undefined && DESCRIPTOR.test(target)) return;
  facts.files.push({ target, writes: operator !== '<' && operator !== '<&' });
}
