export type { EntryClass } from './entry-class.ts';
