import type { Evaluation } from '../evaluation.ts';
import { evalAos } from './eval-aos.ts';

type Report = Awaited<ReturnType<typeof evalAos>>;

/** Wire vectors of AOS 0.1 in both roles. */
export const aos: Evaluation<Report> = {
  measure: evalAos,
  lines: ({ passed, failed, failures }) => [
    ...failures.map(({ id, why }) => `${id}: ${why}`),
    `${passed} passed, ${failed} failed`,
  ],
  holds: ({ failed }) => failed === 0,
};
