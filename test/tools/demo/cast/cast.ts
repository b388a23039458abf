import type { Part } from '../play';
import { bookingWebCast } from './bookingWeb';
import { courierAppCast } from './courierApp';
import { designSystemCast } from './designSystem';
import { eventPipelineCast } from './eventPipeline';
import { giftCardsCast } from './giftCards';
import { ledgerApiCast } from './ledgerApi';
import { lighthouseCast } from './lighthouse';
import { pastCast } from './past';
import { platformInfraCast } from './platformInfra';
import { searchServiceCast } from './searchService';

/** A small team's day: twenty open sessions in eight projects and a book, and what was closed before. */
export const cast: readonly Part[] = [
  ...ledgerApiCast,
  ...bookingWebCast,
  ...eventPipelineCast,
  ...searchServiceCast,
  ...platformInfraCast,
  ...courierAppCast,
  ...designSystemCast,
  ...giftCardsCast,
  ...lighthouseCast,
  ...pastCast,
];
