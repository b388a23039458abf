import type { IncomingMessage, ServerResponse } from 'node:http';
import { message } from '../../../shared/words/l10n';
import type { ErrorAnswer } from '../../../shared/protocol/errorAnswer';
import type { Label } from '../../../shared/protocol/label';
import { stateLabel } from '../../../shared/words/stateLabels';
import type { NotSavedError } from '../../util/files/savedResult';

/**
 * The answer to a refused call: a constant error code, and a sentence that says what to do. Neither
 * contains text of the request.
 */
export class Refusal implements ErrorAnswer {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly message: string,
    readonly label?: Label,
  ) {}
}

const refusal = (status: number, error: string, text: string): Refusal =>
  new Refusal(status, error, text);

export const refusals = {
  host: refusal(403, 'bad_host', 'Address this server as 127.0.0.1 or localhost with its port.'),
  origin: refusal(403, 'foreign_origin', 'Requests from other web pages are not accepted.'),
  token: refusal(401, 'bad_token', 'Send the token of this start as "Authorization: Bearer ...".'),
  route: refusal(404, 'no_such_route', 'There is nothing at this path.'),
  session: refusal(404, 'no_such_session', message('There is no session with this ID.')),
  request: refusal(
    404,
    'no_open_request',
    message('This session isn’t asking for anything right now.'),
  ),
  method: refusal(405, 'bad_method', 'This path takes another method.'),
  size: refusal(413, 'too_large', 'The body is larger than 8 MB.'),
  json: refusal(400, 'not_json', 'The body is not a JSON object.'),
  schema: refusal(400, 'bad_shape', 'The body lacks what this call needs.'),
  busy: refusal(503, 'busy', message('Too many searches run at once; try again in a moment.')),
  crowded: refusal(503, 'crowded', 'More callers than ever are connected; try again in a moment.'),
  nonce: refusal(400, 'bad_nonce', 'Send a nonce of 16 to 128 hexadecimal digits.'),
  window: refusal(409, 'no_such_window', 'Open the stream with the name of this window first.'),
  late: refusal(409, 'too_late', 'This was asked of somebody else by now.'),
  collision: refusal(404, 'no_such_collision', message('This is over by now.')),
  gone: refusal(409, 'request_gone', message('This request is no longer waiting.')),
  off: refusal(
    403,
    'control_off',
    message('This window does not offer to answer for this session.'),
  ),
  unsigned: refusal(
    403,
    'not_signed',
    message('This counts only with the signature of a window that may answer.'),
  ),
  stranger: refusal(
    403,
    'unknown_key',
    message('This editor has not been accepted yet. Choose Ask to Be Accepted, then try again.'),
  ),
  keysAsking: refusal(
    409,
    'keys_asking',
    message('Someone has just asked to be accepted; try again in a minute.'),
  ),
  code: refusal(
    403,
    'wrong_code',
    message('This isn’t the code in the terminal that runs Mission Control.'),
  ),
  codeSoon: refusal(
    429,
    'code_soon',
    message(
      'Too many wrong codes. The terminal that runs Mission Control shows a new one in a minute.',
    ),
  ),
  stale: refusal(
    409,
    'stale_signature',
    message('This was signed too long ago or was already sent; try again.'),
  ),
  changed: refusal(
    409,
    'request_changed',
    message('The request changed while you were looking at it; review it again.'),
  ),
  unfit: refusal(400, 'unfit_decision', message('This decision doesn’t fit the request.')),
  forGood: refusal(
    403,
    'for_good',
    message('A phone allows something once. Choose what is always allowed at the computer.'),
  ),
  undelivered: refusal(
    409,
    'undelivered',
    message('The answer did not reach the session. If its terminal still asks, answer there.'),
  ),
  unrecorded: refusal(
    507,
    'not_recorded',
    message('Nothing was allowed: it couldn’t be recorded. The log of Mission Control says why.'),
  ),
  noGrant: refusal(
    403,
    'no_grant',
    message('This request can’t be allowed for a while. Answer it by itself.'),
  ),
  grantsFull: refusal(
    409,
    'grants_full',
    message('Too much is allowed for a while already. End some of it first.'),
  ),
  grantGone: refusal(404, 'no_such_grant', message('This has ended by now.')),
  grantKept: refusal(
    507,
    'grant_kept',
    message(
      'It has ended, but that couldn’t be saved: it comes back if Mission Control restarts before the disk can be written again. Its log says why.',
    ),
  ),
  promptGone: refusal(
    409,
    'prompt_gone',
    message('This prompt is being delivered or is no longer queued.'),
  ),
  promptEmpty: refusal(400, 'prompt_empty', message('This prompt is empty.')),
  promptUntypable: refusal(
    400,
    'prompt_untypable',
    message('This prompt has a character that a terminal can’t take as text.'),
  ),
  promptsFull: refusal(
    409,
    'prompts_full',
    message('The queue is full. Remove a prompt to add another one.'),
  ),
  promptStart: refusal(
    400,
    'prompt_start',
    message('A prompt that starts a session needs a condition and is sent once.'),
  ),
  promptFolder: refusal(
    400,
    'prompt_folder',
    message('Choose the folder of a session on the board.'),
  ),
  promptUnkept: refusal(
    507,
    'prompt_unkept',
    message('The prompt couldn’t be saved: the disk refuses to write.'),
  ),
  diskFull: refusal(
    507,
    'disk_full',
    message('Not saved: the disk is full. Free some space, then try again.'),
  ),
  unkept: refusal(
    507,
    'not_kept',
    message('Not saved: the files of Mission Control can’t be written. Its log says why.'),
  ),
  unrevoked: refusal(
    507,
    'not_revoked',
    message(
      'The phone has lost its access, but that couldn’t be saved: it comes back if Mission Control restarts before the disk can be written again. Its log says why.',
    ),
  ),
  nameLong: refusal(400, 'name_long', message('A name has at most 80 characters.')),
  nameUnshowable: refusal(
    400,
    'name_unshowable',
    message('This name has a character that can’t be shown.'),
  ),
  tagEmpty: refusal(400, 'tag_empty', message('A tag is at least one letter.')),
  tagLong: refusal(400, 'tag_long', message('A tag has at most 24 characters.')),
  tagUnshowable: refusal(
    400,
    'tag_unshowable',
    message('This tag has a character that can’t be shown.'),
  ),
  tagsFull: refusal(409, 'tags_full', message('There are 8 tags already. Remove one first.')),
  phonePorts: refusal(
    503,
    'phone_ports',
    message('Other programs have the ports for phones, 47911 to 47920. Close one of them.'),
  ),
  phonePage: refusal(
    500,
    'phone_page',
    message('The page for phones is missing from this installation. Reinstall Mission Control.'),
  ),
  phoneGone: refusal(409, 'phone_gone', message('This phone no longer waits to be connected.')),
  noPush: refusal(409, 'no_push', message('This phone has not switched notifications on.')),
  pushSoon: refusal(
    429,
    'push_soon',
    message('Several test notifications were just sent. Wait a minute before the next one.'),
  ),
  subscribeSoon: refusal(
    429,
    'subscribe_soon',
    message('Notifications were switched on too often. Wait a minute, then try again.'),
  ),
  pastReview: refusal(
    404,
    'no_such_session',
    message('Only changes of sessions on the board can be reviewed. Resume this one first.'),
  ),
  notInReview: refusal(
    404,
    'not_in_review',
    message('This file isn’t in the review any more. Open Review Changes again.'),
  ),
  unreadable: refusal(
    409,
    'no_text',
    message('This file has no text to show: it is binary, too large or gone.'),
  ),
  changedSince: refusal(
    409,
    'changed_since',
    message('The session has changed more since you opened this review. Open it again.'),
  ),
  nothingChanged: refusal(
    409,
    'nothing_changed',
    message('This session hasn’t changed any file yet.'),
  ),
  machineAway: refusal(
    503,
    'machine_away',
    message('The machine of this session can’t be reached right now. Try again when it is back.'),
  ),
  machineAnswer: refusal(
    502,
    'machine_answer',
    message('The machine of this session gave an answer that can’t be read.'),
  ),
  notThere: refusal(
    403,
    'not_there',
    message('This isn’t possible for a session on another machine.'),
  ),
  machineNode: refusal(
    409,
    'machine_node',
    message('That machine has no Node.js 20 or newer. Install it there, then try again.'),
  ),
  machineUnreached: refusal(
    502,
    'machine_unreached',
    message('Nothing was copied: that machine can’t be reached by this line.'),
  ),
  machineUncopied: refusal(
    502,
    'machine_uncopied',
    message(
      'Nothing was copied: that machine refused the files. The log of Mission Control says why.',
    ),
  ),
  notAlone: refusal(409, 'not_alone', 'This hub ends with its window or its terminal.'),
  incomplete: refusal(400, 'incomplete', 'The body ended before its announced length.'),
  internal: refusal(500, 'internal', message('Mission Control failed on this; its log says why.')),
} as const;

/** Returns the refusal for a change that could not be stored. */
export function notSavedRefusal({ isFull, isRevocation }: NotSavedError): Refusal {
  if (isRevocation) return refusals.unrevoked;
  return isFull ? refusals.diskFull : refusals.unkept;
}

/**
 * Returns the refusal for a request that another window answered; the window's name comes from that
 * window.
 */
export function answeredFirst(window: string): Refusal {
  const label = stateLabel('answeredIn', window);
  return new Refusal(409, 'answered_already', label.text, label);
}

/** Maximum number of bytes of a refused body that are read; beyond it the connection is ended. */
const maxDrainedBytes = 64 * 1024 * 1024;

/**
 * Answers at once, but ends the connection only after the caller has sent everything: an early end
 * would lose the answer.
 */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, error, message, label }: Refusal,
): void {
  if (response.headersSent || response.destroyed) return;
  const answer: ErrorAnswer = { error, message, ...(label && { label }) };
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  response.write(body);
  let drained = 0;
  request.on('data', (part: Buffer) => {
    drained += part.length;
    if (drained > maxDrainedBytes) request.destroy();
  });
  if (request.readableEnded) response.end();
  else request.once('end', () => response.end()).resume();
}
