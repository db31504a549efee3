export { inCallOrder } from './in-call-order.ts';
export { recordTranscript } from './record-transcript.ts';
export type { Transcript, TranscriptOptions } from './record-transcript.ts';
export { renderTranscript } from './render-transcript.ts';
export type { TranscriptEvent, TranscriptRecord } from './transcript-entry.ts';
