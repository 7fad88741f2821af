// One WebSocket per game, opened again whenever it breaks, catching up from the last position seen.
import { VERSION, type ClientMessage, type ServerMessage } from '../protocol';
import type { Channel, Listener } from './channel';

const delays = [250, 500, 1000, 2000, 4000, 8000];

export function openSocket(game: string, token: string | null, listener: Listener): Channel {
  let socket: WebSocket | undefined;
  let closed = false;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pulse: ReturnType<typeof setInterval> | undefined;

  const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/games/${encodeURIComponent(game)}/socket`;

  function connect() {
    listener.link(attempt === 0 ? 'connecting' : 'lost');
    const next = new WebSocket(address());
    socket = next;
    next.onopen = () => {
      const hello: ClientMessage = { type: 'hello', game, token, last_seen: listener.lastSeen(), version: VERSION };
      next.send(JSON.stringify(hello));
      clearInterval(pulse);
      pulse = setInterval(() => send({ type: 'ping' }), 25_000);
    };
    next.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === 'welcome') {
        attempt = 0;
        listener.link('live');
      }
      if (message.type === 'error' && ['not-found', 'bad-token', 'version'].includes(message.problem.code)) closed = true;
      listener.message(message);
    };
    next.onclose = () => {
      clearInterval(pulse);
      if (closed || socket !== next) return;
      listener.link('lost');
      timer = setTimeout(connect, delays[Math.min(attempt++, delays.length - 1)]);
    };
  }

  function send(message: ClientMessage) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  const awake = () => {
    if (!closed && socket?.readyState === WebSocket.CLOSED) {
      clearTimeout(timer);
      connect();
    }
  };
  addEventListener('online', awake);
  connect();
  return {
    send,
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pulse);
      removeEventListener('online', awake);
      socket?.close();
      listener.link('closed');
    },
  };
}
