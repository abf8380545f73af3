/** Words for the refusals of programs and tokens, kept with the pages that need them. */
import { tell } from 'virtual:words/people';
import { wordsOf } from '../net/problem';

export const faultOf = (thrown: unknown): string => wordsOf(thrown, tell);
