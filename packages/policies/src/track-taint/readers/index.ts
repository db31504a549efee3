export type { Passage, ReadContext, Reads } from '../provenance/passage.ts';
export { readCalendar, readChat, readMails } from './people.ts';
export { readRecords, type RecordFields } from './read-records.ts';
export { readSearchResults, readWebPage } from './read-web.ts';
