"""An agent in Python with nothing but its standard library. Each tool call, and what came of it, is put to the
guardian by `interpose-hook` before anything happens."""

import json
import os
import subprocess
import urllib.request
import uuid

HOOK = ["node_modules/.bin/interpose-hook", "--policies", "./ask-guardian.mjs"]
CHAT = str(uuid.uuid4())


def read_order(order):
    return f"order {order}: tea, 42 euros, by ann@mail.example"


def refund(order, cents):
    print(f"tool      paid {cents} cents for {order}")
    return f"paid {cents}"


def delete_customer(customer):
    print(f"tool      deleted {customer}")
    return "deleted"


TOOLS = {tool.__name__: tool for tool in (read_order, refund, delete_customer)}


def decide(event, payload):
    """The guardian's verdict. No verdict is a deny: whatever went wrong, the step does not happen."""
    step = {
        "event": event,
        "payload": payload,
        "session": {"id": "thread-7"},
        "chatId": CHAT,
        "agent": {"id": "refunds"},
        "user": {"id": "ada"},
        "can": ["allow", "deny", "modify"],
    }
    asked = subprocess.run(HOOK, input=json.dumps(step), capture_output=True, text=True)
    try:
        return json.loads(asked.stdout)
    except ValueError:
        return {"decision": "deny", "reason": "the guardian could not be asked"}


def run_tool(call):
    """What the model reads as the outcome of one call."""
    before = decide("preToolCall", {"call": call, "tool": known(call)})
    if before["decision"] == "deny":
        return f"Blocked by policy: {before['reason']}"
    allowed = before["value"] if before["decision"] == "modify" else call
    result = TOOLS[allowed["name"]](**allowed["args"])
    told = {"call": allowed, "originalCall": call, "tool": known(call), "result": result}
    after = decide("onToolCallResult", {**told, "durationMs": 0, "synthetic": False})
    if after["decision"] == "deny":
        return f"Result withheld by policy: {after['reason']}"
    return after["value"] if after["decision"] == "modify" else result


def known(call):
    return {"name": call["name"], "origin": "local", "known": call["name"] in TOOLS, "enabled": True}


def ask_script(messages):
    """Offline the model is this list: the answer is the one after those it has given."""
    script = [
        {"name": "read_order", "args": {"order": "A-7"}},
        {"name": "refund", "args": {"order": "A-7", "cents": 4200}},
        {"name": "refund", "args": {"order": "A-7", "cents": 90000}},
        {"name": "delete_customer", "args": {"customer": "ann"}},
    ]
    given = sum(message["role"] == "assistant" for message in messages)
    if given == len(script):
        return {"role": "assistant", "content": "You have 42 euros back; more I may not do."}
    wanted = script[given]
    function = {"name": wanted["name"], "arguments": json.dumps(wanted["args"])}
    call = {"id": f"call_{given}", "type": "function", "function": function}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def ask_service(messages):
    """With a key the model is the real one."""
    text = {"type": "string"}
    parameters = {
        "read_order": {"order": text},
        "refund": {"order": text, "cents": {"type": "integer"}},
        "delete_customer": {"customer": text},
    }
    tools = [
        {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": given}}}
        for name, given in parameters.items()
    ]
    base = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    request = urllib.request.Request(
        f"{base}/chat/completions",
        data=json.dumps({"model": "gpt-5-mini", "messages": messages, "tools": tools}).encode(),
        headers={
            "authorization": f"Bearer {os.environ['OPENAI_API_KEY']}",
            "content-type": "application/json",
        },
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)["choices"][0]["message"]


def main():
    ask = ask_service if os.environ.get("OPENAI_API_KEY") else ask_script
    messages = [{"role": "user", "content": "Refund order A-7, all of it, and forget me."}]
    while True:
        answer = ask(messages)
        messages.append(answer)
        if not answer.get("tool_calls"):
            print(f"agent     {answer['content']}")
            return
        for asked in answer["tool_calls"]:
            function = asked["function"]
            call = {"id": asked["id"], "name": function["name"], "args": json.loads(function["arguments"])}
            outcome = run_tool(call)
            print(f"model     reads: {outcome}", flush=True)
            messages.append({"role": "tool", "tool_call_id": asked["id"], "content": outcome})


main()
