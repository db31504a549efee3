import type { SyntaxNode } from 'unbash';

import { knownText } from './known-text.ts';

/** A variable that is set, with its value where it is known. */
export interface Assigned {
  readonly name: string;
  readonly value: string | undefined;
}

/** Variables whose value Bash evaluates as arithmetic, so that substitutions in a subscript of the value run. */
const COMPUTED = new Set('RANDOM SRANDOM SECONDS OPTIND LINENO HISTCMD'.split(' '));

/** Whether Bash would evaluate this value of the variable as arithmetic, and it is no plain number. */
export function computesWith({ name, value }: Assigned): boolean {
  return COMPUTED.has(name) && !/^[-+]?\d*$/.test(value ?? '?');
}

/** The operators of arithmetic that set a variable. */
const ASSIGNS = /^(?:[-+*/%&^|]|<<|>>)?=$/;
const CHANGES = new Set(['++', '--']);

/** Notes the variables that one node of a script sets. */
export function noteAssigned(node: SyntaxNode, assigned: Assigned[]): void {
  switch (node.type) {
    case 'Assignment':
      assigned.push({
        name: node.name,
        value: node.value.type === 'Word' ? knownText(node.value) : undefined,
      });
      break;
    case 'For':
    case 'Select':
      assigned.push({ name: node.name.value, value: undefined });
      break;
    case 'ArithmeticBinary':
      if (ASSIGNS.test(node.operator) && node.left.type === 'ArithmeticWord')
        noteNumber(node.left.value, assigned);
      break;
    case 'ArithmeticUnary':
      if (CHANGES.has(node.operator) && node.operand.type === 'ArithmeticWord')
        noteNumber(node.operand.value, assigned);
      break;
    case 'FileDescriptorVariable':
      noteNumber(node.name, assigned);
      break;
    case 'Coproc':
      if (node.name !== undefined) noteNumber(node.name.value, assigned);
      break;
    default:
      break;
  }
}

/** Notes a variable that is set to a number, also when an item of it is set. */
function noteNumber(name: string, assigned: Assigned[]): void {
  assigned.push({ name: /^\w*/.exec(name)![0], value: undefined });
}
