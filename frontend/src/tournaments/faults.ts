/** What went wrong with tournaments and clubs: those refusals have their words here. */
import { findText } from 'virtual:words/tournaments';
import { wordsOf } from '../net/problem';

export const faultOf = (thrown: unknown): string => wordsOf(thrown, findText);
