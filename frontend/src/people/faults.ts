/** Words for the refusals of programs and tokens, kept with the pages that need them. */
import { findText } from 'virtual:words/people';
import { wordsOf } from '../net/problem';

export const faultOf = (thrown: unknown): string => wordsOf(thrown, findText);
