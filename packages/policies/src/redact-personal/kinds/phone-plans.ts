import metadata from 'libphonenumber-js/min/metadata';

/** The national numbers of a country, without its calling code and its prefix for domestic calls. */
interface Plan {
  readonly lengths: ReadonlySet<number>;
  readonly pattern: RegExp;
  readonly prefix: string;
}

/** A plan in the library's form: calling code, prefix for calls abroad, pattern, lengths, formats, domestic prefix. */
type WrittenPlan = readonly [
  code?: string,
  abroad?: unknown,
  pattern?: string,
  lengths?: readonly number[],
  formats?: unknown,
  prefix?: unknown,
  ...rest: unknown[],
];

let plansByCode: ReadonlyMap<string, readonly Plan[]> | undefined;

/**
 * Whether a number has an existing calling code and a length that numbers there have.
 *
 * @example
 * isInternational('+41 (0)44 668 18 00'); // true
 */
export function isInternational(written: string): boolean {
  const digits = written
    .replace(/\(0\)/, '')
    .replace(/^\D{0,2}(?:00|011)[ -]?(?=[1-9])/, '')
    .replaceAll(/\D/g, '');
  for (let length = 1; length <= 3; length++) {
    const plans = allPlans().get(digits.slice(0, length));
    if (plans !== undefined) {
      const national = digits.slice(length);
      return plans.some(
        (plan) =>
          plan.lengths.has(national.length) ||
          plan.lengths.has(national.length - plan.prefix.length),
      );
    }
  }
  return false;
}

/**
 * Whether the digits are a number in some country's plan, with or without its prefix.
 *
 * @example
 * isNational('655437108'); // true, in Spain for one
 */
export function isNational(digits: string): boolean {
  for (const { prefix, pattern } of plansOfLength(digits.length)) {
    if (prefix !== '' && digits.startsWith(prefix) && pattern.test(digits.slice(prefix.length)))
      return true;
    if (pattern.test(digits)) return true;
  }
  return false;
}

const byLength = new Map<number, readonly Plan[]>();

/** Returns the plans that have numbers of this length, with or without their prefix. */
function plansOfLength(length: number): readonly Plan[] {
  const known = byLength.get(length);
  if (known !== undefined) return known;
  const fitting = [...allPlans().values()]
    .flat()
    .filter(({ lengths, prefix }) => lengths.has(length) || lengths.has(length - prefix.length));
  byLength.set(length, fitting);
  return fitting;
}

function allPlans(): ReadonlyMap<string, readonly Plan[]> {
  plansByCode ??= readPlans();
  return plansByCode;
}

function readPlans(): ReadonlyMap<string, readonly Plan[]> {
  const plans = new Map<string, Plan[]>();
  for (const written of Object.values(metadata.countries)) {
    const [code, , pattern, lengths, , prefix] = written as WrittenPlan;
    if (code === undefined || pattern === undefined) continue;
    const plan: Plan = {
      lengths: new Set(lengths),
      pattern: new RegExp(`^(?:${pattern})$`),
      prefix: typeof prefix === 'string' ? prefix : '',
    };
    plans.set(code, [...(plans.get(code) ?? []), plan]);
  }
  return plans;
}
