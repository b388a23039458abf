import { createContext } from 'react';
import type { FromReader, ReaderTarget, ToReader } from '../../shared/messages/readerMessages';
import type { FromPhone, ToPhone } from '../../shared/phone/phoneMessages';

/** The way of one open transcript to the hub and back. */
export interface ReaderCarrier {
  post(message: FromReader): void;
  /** Returns the way to stop listening. */
  onMessage(listener: (message: ToReader) => void): () => void;
  /** Hears of each new connection: its hub knows nothing of what was asked. Returns as above. */
  onRenewed(listener: () => void): () => void;
  /** Nobody looks at the transcript any more. */
  close(): void;
}

export type OpenCarrier = (target: ReaderTarget) => ReaderCarrier;

/** Opens the way of a transcript; one is open at a time. */
export const OpenCarrierContext = createContext<OpenCarrier | undefined>(undefined);

/** The phone's connection, as far as transcripts need one. */
export interface ReaderWire {
  /** What is said while there is no connection is lost. */
  send(message: Extract<FromPhone, { readonly type: 'reader' | 'leaveReader' }>): void;
  /** Returns the way to stop listening. */
  onMessage(listener: (message: ToPhone) => void): () => void;
}

/** Carries transcripts over the phone's connection. */
export function carriersBy(wire: ReaderWire): OpenCarrier {
  return (target) => {
    let isClosed = false;
    const isMeant = (other: ReaderTarget): boolean =>
      other.sessionId === target.sessionId && other.agentId === target.agentId;
    return {
      post: (message) => {
        if (!isClosed) wire.send({ type: 'reader', target, message });
      },
      onMessage: (listener) =>
        wire.onMessage((told) => {
          if (told.type === 'reader' && isMeant(told.target) && !isClosed) listener(told.message);
        }),
      onRenewed: (listener) =>
        wire.onMessage((told) => {
          if (told.type === 'welcome' && !isClosed) listener();
        }),
      close: () => {
        if (isClosed) return;
        isClosed = true;
        wire.send({ type: 'leaveReader' });
      },
    };
  };
}
