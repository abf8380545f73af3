/** What went wrong with stored turns and notes: those refusals have their words here. */
import { tell } from 'virtual:words/correspondence';
import { wordsOf } from '../net/problem';

export const faultOf = (thrown: unknown): string => wordsOf(thrown, tell);
