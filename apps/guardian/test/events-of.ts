import type { Decision } from '@interpose/guardian-api';

/** What a watcher hears. */
export interface Heard {
  readonly type: string;
  readonly data: Decision;
}

/** The events of an answer of `/api/live`, as they come. */
export async function* eventsOf(response: Response): AsyncGenerator<Heard, undefined> {
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      text = text.slice(end + 2);
      if (data !== undefined) yield JSON.parse(data) as Heard;
    }
  }
  return undefined;
}
