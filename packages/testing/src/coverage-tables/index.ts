export { coverageTables } from './coverage-tables.ts';
