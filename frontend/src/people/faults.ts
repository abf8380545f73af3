/** What went wrong with programs and tokens: those refusals have their words here, with the pages that meet them. */
import { tell } from 'virtual:words/people';
import { wordsOf } from '../net/problem';

export const faultOf = (thrown: unknown): string => wordsOf(thrown, tell);
