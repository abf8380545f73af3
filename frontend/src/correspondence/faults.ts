/** Words for the refusals of stored turns and notes. */
import { findText } from 'virtual:words/correspondence';
import { wordsOf } from '../net/problem';

export const faultOf = (thrown: unknown): string => wordsOf(thrown, findText);
