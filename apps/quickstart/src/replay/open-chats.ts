import {
  recordedTools,
  scriptFromRun,
  type RecordedRun,
  type ScriptedModel,
} from '@interpose/testing';
import type { ReplayChat } from '../frameworks/framework.ts';

/** The reason of an abort where a recording ends although the agent asks for one more answer. */
export class RecordingEnded extends Error {
  override readonly name: string = 'RecordingEnded';

  constructor() {
    super('The recording ends here.');
  }
}

/**
 * Makes every chat of a run ready, one after the other: its script at a base URL of its own, and its
 * tools. A chat is forgotten when the next one is asked for, so that a long file does not fill the memory.
 */
export function* openChats(server: ScriptedModel, run: RecordedRun): Generator<ReplayChat> {
  const tools = recordedTools(run);
  for (const [chat, recorded] of run.chats.entries()) {
    const served = server.chat(scriptFromRun(run, chat));
    const ended = new AbortController();
    try {
      yield {
        recorded,
        baseURL: served.baseURL,
        signal: ended.signal,
        fetch: recorded.ending === 'user' ? askAndEnd(ended) : globalThis.fetch,
        callTool(name, callId, args) {
          const tool = tools.get(name);
          if (tool === undefined) throw new TypeError(`the recording has no tool ${name}`);
          return tool({ chat, callId, args });
        },
      };
    } finally {
      served.close();
    }
  }
}

/**
 * The user has the last word in the recording: the request still goes out, and the service checks
 * it, but nobody recorded an answer, so the caller hangs up in its place.
 */
function askAndEnd(ended: AbortController): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await globalThis.fetch(input, init);
    if (!response.ok && !(await response.clone().text()).includes('script_ended')) return response;
    await response.body?.cancel();
    ended.abort(new RecordingEnded());
    throw ended.signal.reason;
  };
}
