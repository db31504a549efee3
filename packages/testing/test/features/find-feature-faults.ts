import type { Behaviour } from '../../src/conformance/index.ts';
import type { BehaviourProof, FeatureRow, TestProof } from './feature-row.ts';

/** What the rows are held against. */
export interface Evidence {
  /** The titles a test file declares; undefined where vitest runs no such file. */
  readonly testsIn: (file: string) => readonly string[] | undefined;
  readonly behaviours: readonly Pick<Behaviour, 'id' | 'rows'>[];
  /** Whether some host runs the behaviour. */
  readonly isShown: (behaviour: string) => boolean;
}

/** Everything that is wrong with the rows, as sentences; empty when every claim has its proof. */
export function findFeatureFaults(rows: readonly FeatureRow[], evidence: Evidence): string[] {
  return [
    ...numberFaults(rows.map(({ row }) => row)),
    ...rows.flatMap((row) => proofFaults(row, evidence)),
    ...evidence.behaviours.flatMap((behaviour) => claimFaults(behaviour, rows)),
  ];
}

function numberFaults(numbers: readonly number[]): string[] {
  const all = Array.from({ length: 100 }, (_, index) => index + 1);
  const missing = all.filter((number) => !numbers.includes(number));
  const surplus = numbers.filter(
    (number, index) => !all.includes(number) || numbers.indexOf(number) !== index,
  );
  return [
    ...missing.map((number) => `row ${number} is missing`),
    ...surplus.map((number) => `row ${number} is there twice or out of range`),
  ];
}

function proofFaults({ row, holds, tests }: FeatureRow, evidence: Evidence): string[] {
  if (holds && tests.length === 0) return [`row ${row} holds without a test`];
  return tests.flatMap((proof) => {
    const fault =
      'behaviour' in proof ? behaviourFault(row, proof, evidence) : testFault(proof, evidence);
    return fault === undefined ? [] : [`row ${row}: ${fault}`];
  });
}

function testFault({ file, name }: TestProof, { testsIn }: Evidence): string | undefined {
  const declared = testsIn(file);
  if (declared === undefined) return `${file} is no test file`;
  const times = declared.filter((title) => title === name).length;
  if (times === 1) return undefined;
  return `${file} declares ${times === 0 ? 'no' : 'more than one'} test '${name}'`;
}

function behaviourFault(
  row: number,
  { behaviour }: BehaviourProof,
  { behaviours, isShown }: Evidence,
): string | undefined {
  const cited = behaviours.find(({ id }) => id === behaviour);
  if (cited === undefined) return `there is no behaviour ${behaviour}`;
  if (!cited.rows.includes(row)) return `behaviour ${behaviour} does not list the row`;
  return isShown(behaviour) ? undefined : `no host runs behaviour ${behaviour}`;
}

/** A behaviour may list a row that does not hold yet only as the proof of the part that is there. */
function claimFaults(
  { id, rows: listed }: Evidence['behaviours'][number],
  rows: readonly FeatureRow[],
): string[] {
  return listed
    .filter((number) => {
      const row = rows.find((each) => each.row === number);
      return !(
        row?.holds || row?.tests.some((proof) => 'behaviour' in proof && proof.behaviour === id)
      );
    })
    .map((number) => `behaviour ${id} lists row ${number}, which neither holds nor names it`);
}
