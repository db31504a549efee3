import { createOpenAI } from '@ai-sdk/openai';
import { InterposeError } from '@interpose/core';
import {
  readRecordedRuns,
  scriptedModel,
  scriptFromRun,
  type RecordedRun,
} from '@interpose/testing';
import type { LanguageModel } from 'ai';
import type { ModelChoice } from './parse-quickstart-arguments.ts';

/** A model to talk to, until it is disposed of. */
export interface OpenModel extends AsyncDisposable {
  readonly model: LanguageModel;
  /** What it is, in a sentence for people. */
  readonly about: string;
}

/** The recording that the quickstart ships with. */
const recording: URL = new URL('../../recordings/support.jsonl', import.meta.url);

/** Reads the one conversation of the quickstart. */
export async function readConversation(): Promise<RecordedRun> {
  for await (const row of readRecordedRuns(recording)) if (row.kind === 'run') return row.run;
  throw new InterposeError(
    'recording_empty',
    `${recording.pathname} holds no run`,
    'restore the file',
  );
}

/** Opens the model: a server on this machine that gives the recorded answers, or the real service. */
export async function openModel(choice: ModelChoice, run: RecordedRun): Promise<OpenModel> {
  if (choice.kind === 'live') {
    const model = createOpenAI({ apiKey: choice.apiKey }).chat(choice.model);
    return { model, about: `The model is ${choice.model}.`, [Symbol.asyncDispose]: async () => {} };
  }
  const server = await scriptedModel();
  const { baseURL } = server.chat(scriptFromRun(run));
  return {
    model: createOpenAI({ baseURL, apiKey: 'recorded' }).chat('scripted-model'),
    about: `The model is recorded and answers at\n${baseURL}, over HTTP and streamed; nothing leaves this machine.`,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
