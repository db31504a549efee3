import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleRequest } from './handle-request.ts';
import { planScript } from './script/plan-script.ts';
import { ResponseStore } from './responses/response-store.ts';
import type { Script, ScriptEntry } from './script/script.ts';
import { ServedChat, type ScriptedChat } from './scripted-chat.ts';

/** Where the server listens. */
export interface ScriptedModelOptions {
  /** The port; a free one by default. */
  readonly port?: number;
}

/** A running server of scripted models. */
export interface ScriptedModel extends AsyncDisposable {
  /** The URL without the path of a chat; for example `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Starts a new chat with its own base URL. */
  chat(script: Script | readonly ScriptEntry[]): ScriptedChat;
  /** Ends every open answer and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts an OpenAI-compatible server on the loopback interface that serves chat completions,
 * responses and embeddings from scripts (wire format of openai 7.59).
 *
 * Every chat has a base URL. An answer is chosen by how far the conversation in the request has
 * come, never by how many requests there were: see `findPosition`. A retried request gets the same
 * answer byte for byte, unless an obstacle of the script counts attempts. Requests that the service
 * would refuse get its error, with two exceptions: call ids may have any length, and tool names
 * that the script itself calls may have any form.
 *
 * @example
 * await using server = await scriptedModel();
 * const chat = server.chat([callTools({ name: 'refund', args: { amount: 5 } }), say('Done.')]);
 * const client = new OpenAI({ baseURL: chat.baseURL, apiKey: 'any' });
 */
export async function scriptedModel(options: ScriptedModelOptions = {}): Promise<ScriptedModel> {
  const chats = new Map<string, ServedChat>();
  const store = new ResponseStore();
  const service = { chats, store, created: Math.floor(Date.now() / 1000) };
  const server = createServer((request, response) => {
    handleRequest(service, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  // A client fails if it reuses a connection while it closes, and a busy test machine makes long pauses.
  server.keepAliveTimeout = 65_000;
  let count = 0;
  const origin = await listen(server, options.port ?? 0);
  const close = (): Promise<void> => stop(server);
  return {
    origin,
    chat(script) {
      count += 1;
      const id = `chat-${count}`;
      const chat = new ServedChat(id, origin, planScript(script, id), () => {
        chats.delete(id);
        store.forget(id);
      });
      chats.set(id, chat);
      return chat;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // A server that listens on a port always has an address object.
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
