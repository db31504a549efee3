export { only, UNREAD } from './hosted/hosted-tools.ts';
export { argumentsIn, FRAME, frameIn, outcomeOf, resultField } from './hosted/hosted-calls.ts';
