import { noteUnanswered } from './failures.ts';
import type { HttpCall } from './http-call.ts';
import { isDict, type Body } from '../translate/native.ts';

/** An answer of the provider: itself, and what it holds. */
export interface Answer {
  readonly response: Response;
  /** Undefined for a text that is no JSON object: then hooks see the text. */
  readonly body: Body | undefined;
  readonly text: string;
}

/** Reads a copy, so that the answer itself goes on unread to whoever asked; no longer than the client would wait. */
export async function readAnswer(
  response: Response,
  { controller, timeoutMs }: HttpCall,
): Promise<Answer> {
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => controller?.abort(), timeoutMs);
  try {
    const text = await response.clone().text().catch(noteUnanswered);
    return { response, body: parseRecord(text), text };
  } finally {
    clearTimeout(timer);
  }
}

function parseRecord(text: string): Body | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isDict(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
