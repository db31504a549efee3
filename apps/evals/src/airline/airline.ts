import type { Evaluation } from '../evaluation.ts';
import { renderTable } from '../render-table.ts';
import { renderBadRows } from '../row-place.ts';
import type { AirlineReport } from './airline-report.ts';
import { evalAirline } from './eval-airline.ts';

/** The written policy of an airline as hooks, on the right actions of its tasks and on recorded runs. */
export const airline: Evaluation<AirlineReport> = {
  measure: evalAirline,
  lines: (report) => [
    ...renderTable(
      ['', 'all', 'denied', 'asked'],
      [
        ['right actions', report.rightActions, report.falseDenials, report.asks.rightActions],
        [
          'failed runs',
          report.failedRuns,
          report.failedRunsWithDeniedWrite,
          report.asks.failedRuns,
        ],
        [
          'succeeded runs',
          report.succeededRuns,
          report.succeededRunsWithDeniedWrite,
          report.asks.succeededRuns,
        ],
      ],
    ),
    `in ${report.failedRunsWithDeniedEffect} failed runs a denied call had gone through`,
    '',
    ...renderTable(['rule', 'failed runs'], Object.entries(report.byRule)),
    ...renderBadRows(report.badRows),
  ],
  holds: ({ badRows }) => badRows.length === 0,
};
