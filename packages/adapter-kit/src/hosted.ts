export { argumentsIn, FRAME, frameIn, outcomeOf, resultField } from './hosted/hosted-calls.ts';
export { only, UNREAD } from './hosted/hosted-tools.ts';
