import { parseRegExpLiteral, type AST } from '@eslint-community/regexpp';

/**
 * Returns the most ways that a pattern can try from one place of a text before it gives up: a bound on its
 * backtracking. Infinity for an unbounded repetition.
 *
 * @example
 * worstSteps(/\d{1,20}-\d{1,20}/g); // 400
 */
export function worstSteps(pattern: RegExp): number {
  const { alternatives } = parseRegExpLiteral(pattern).pattern;
  return ofAlternatives(alternatives);
}

function ofAlternatives(alternatives: readonly AST.Alternative[]): number {
  return alternatives.reduce((sum, { elements }) => sum + ofSequence(elements), 0);
}

function ofSequence(elements: readonly AST.Element[]): number {
  return elements.reduce((product, element) => product * ofElement(element), 1);
}

function ofElement(element: AST.Element): number {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives);
    case 'Quantifier':
      return ofRepetition(ofElement(element.element), element.min, element.max);
    case 'Assertion':
      return 'alternatives' in element ? ofAlternatives(element.alternatives) : 1;
    default:
      return 1;
  }
}

function ofRepetition(ways: number, min: number, max: number): number {
  if (max === Infinity) return Infinity;
  if (ways === 1) return max - min + 1;
  let sum = 0;
  for (let times = min; times <= max && sum < Number.MAX_SAFE_INTEGER; times++)
    sum += ways ** times;
  return sum;
}
