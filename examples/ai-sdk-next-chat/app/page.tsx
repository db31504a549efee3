'use client';

import { useChat } from '@ai-sdk/react';
import { isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useState } from 'react';

export default function Page() {
  const [text, setText] = useState('My mug broke. Refund A-7, 42 euros.');
  const { messages, sendMessage, addToolApprovalResponse } = useChat({
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return (
    <main>
      <h1>Support</h1>
      {messages.map((message) => (
        <section key={message.id}>
          <strong>{message.role}</strong>
          {message.parts.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>;
            if (!isToolUIPart(part)) return null;
            if (part.state !== 'approval-requested') return <p key={index}>refund: {part.state}</p>;
            const answer = (approved: boolean) =>
              addToolApprovalResponse({ id: part.approval.id, approved });
            return (
              <p key={index}>
                Pay back {JSON.stringify(part.input)}?{' '}
                <button onClick={() => answer(true)}>Yes</button>{' '}
                <button onClick={() => answer(false)}>No</button>
              </p>
            );
          })}
        </section>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
        }}
      >
        <input value={text} onChange={(event) => setText(event.target.value)} size={50} />{' '}
        <button type="submit">Send</button>
      </form>
    </main>
  );
}
