import { createContext } from 'react';
import type { FromReader, ReaderTarget, ToReader } from '../../shared/messages/readerMessages';
import type { FromPhone, ToPhone } from '../../shared/phone/phoneMessages';

/** Connection of one open transcript to the hub. */
export interface ReaderCarrier {
  post(message: FromReader): void;
  /** Returns a function that unsubscribes. */
  onMessage(listener: (message: ToReader) => void): () => void;
  /**
   * Calls the listener when the phone has connected again, because the hub has then forgotten all
   * requests. Returns a function that unsubscribes.
   */
  onRenewed(listener: () => void): () => void;
  /** Closes the connection when the transcript is no longer shown. */
  close(): void;
}

export type OpenCarrier = (target: ReaderTarget) => ReaderCarrier;

/** Opens the connection of a transcript; only one is open at a time. */
export const OpenCarrierContext = createContext<OpenCarrier | undefined>(undefined);

/** The part of the phone's connection that transcripts use. */
export interface ReaderWire {
  /** Messages sent while there is no connection are lost. */
  send(message: Extract<FromPhone, { readonly type: 'reader' | 'leaveReader' }>): void;
  /** Returns a function that unsubscribes. */
  onMessage(listener: (message: ToPhone) => void): () => void;
}

/** Connects transcripts over the phone's connection. */
export function createCarrierOpener(wire: ReaderWire): OpenCarrier {
  return (target) => {
    let isClosed = false;
    const isSameTarget = (other: ReaderTarget): boolean =>
      other.sessionId === target.sessionId && other.agentId === target.agentId;
    return {
      post: (message) => {
        if (!isClosed) wire.send({ type: 'reader', target, message });
      },
      onMessage: (listener) =>
        wire.onMessage((received) => {
          if (received.type === 'reader' && isSameTarget(received.target) && !isClosed)
            listener(received.message);
        }),
      onRenewed: (listener) =>
        wire.onMessage((received) => {
          if (received.type === 'welcome' && !isClosed) listener();
        }),
      close: () => {
        if (isClosed) return;
        isClosed = true;
        wire.send({ type: 'leaveReader' });
      },
    };
  };
}
