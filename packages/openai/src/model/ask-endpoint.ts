import { chatDialect } from './chat-dialect.ts';
import { askEmbedding } from '../data/embedding.ts';
import type { Endpoint } from '../coverage/endpoints.ts';
import { responsesDialect } from './responses-dialect.ts';
import { askModel } from './ask-model.ts';
import type { ModelCall } from './model-call.ts';

/** Asks what stands behind an endpoint, in the words of its interface. */
export function askEndpoint(
  endpoint: Endpoint,
  call: Omit<ModelCall, 'dialect'>,
): Promise<Response> {
  switch (endpoint) {
    case 'chat.completions':
      return askModel({ ...call, dialect: chatDialect });
    case 'responses':
      return askModel({ ...call, dialect: responsesDialect });
    case 'embeddings':
      return askEmbedding(call);
  }
}
