// Whether what is shown is true now, and what to do when the service will not say.

import {el} from '../dom.js';
import * as format from '../format.js';

/** {state, failure, lastAnswer, nextTry} of the page, from the pollers of what it cannot do without. */
export function connectionOf(pollers, isHidden) {
  const failing = pollers.filter(({failure}) => failure);
  const lost = failing.find(({failure}) => failure.kind === 'unreachable');
  const [first] = pollers;
  const common = {lastAnswer: first.lastAnswer, nextTry: (lost ?? first).nextTry};
  if (failing.some(({failure}) => failure.kind === 'unauthorized'))
    return {
      ...common,
      state: 'unauthorized',
      failure: failing.find(({failure}) => failure.kind === 'unauthorized').failure,
    };
  if (first.failure?.kind === 'forbidden') return {...common, state: 'forbidden', failure: first.failure};
  if (lost)
    return {...common, state: lost.lastAnswer === undefined ? 'unreachable' : 'stale', failure: lost.failure};
  if (first.failure)
    return {...common, state: first.lastAnswer === undefined ? 'failed' : 'stale', failure: first.failure};
  if (first.isLoading) return {...common, state: 'loading'};
  return {...common, state: isHidden ? 'paused' : 'live'};
}

const kWords = {
  live: 'live',
  paused: 'paused',
  loading: 'connecting',
  stale: 'stale',
  unreachable: 'no answer',
  failed: 'failing',
  unauthorized: 'who are you?',
  forbidden: 'not allowed',
};
const kTones = {
  live: 'good',
  paused: 'quiet',
  loading: 'quiet',
  stale: 'warn',
  unreachable: 'bad',
  failed: 'bad',
  unauthorized: 'warn',
  forbidden: 'bad',
};

export function connectionView({state, lastAnswer}, now) {
  const since = state === 'stale' ? ` ${format.age((now - lastAnswer) / 1000)}` : '';
  return [el('span', {class: `dot ${kTones[state]}`, 'aria-hidden': 'true'}), kWords[state] + since];
}

/** What a screen reader is told when the state changes. */
export const announcementOf = ({state, failure}) =>
  ({
    live: 'The page is live.',
    stale: 'The service does not answer. What is shown may be out of date.',
    unreachable: 'The service cannot be reached.',
    failed: 'The service reports an error.',
    unauthorized: 'The service asks who you are. A token is needed.',
    forbidden: `You may not see this. ${failure?.message ?? ''}`,
  })[state] ?? '';

const notice = (key, tone, ...children) =>
  el('section', {key, class: `notice ${tone}`, 'aria-label': 'Notice'}, ...children);

function retry({nextTry}, now, again) {
  const seconds = Math.max(0, Math.ceil((nextTry - now) / 1000));
  return [
    el('span', {class: 'quiet-text'}, seconds > 0 ? `next try in ${seconds} s ` : 'trying now '),
    el('button', {type: 'button', on: {click: again}}, 'Try now'),
  ];
}

function tokenForm({failure}, use) {
  const send = (event) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('token');
    use(field.value);
    field.value = '';
  };
  return notice(
    'token',
    'warn',
    el(
      'p',
      {},
      el('strong', {}, 'This service shows the cluster only to whom the API server lets. '),
      failure.message,
    ),
    el(
      'form',
      {class: 'token', on: {submit: send}},
      el('label', {for: 'token'}, 'Bearer token'),
      el('input', {
        id: 'token',
        name: 'token',
        type: 'password',
        autocomplete: 'off',
        required: true,
        maxlength: '16000',
      }),
      el('button', {type: 'submit'}, 'Use it'),
      el('span', {class: 'quiet-text'}, 'Kept in this tab only, until it is reloaded.'),
    ),
  );
}

/** `does` = {again(), use(token)}. */
export function noticesView(connection, now, does) {
  const {state, failure, lastAnswer} = connection;
  if (state === 'unauthorized') return [tokenForm(connection, does.use)];
  if (state === 'forbidden')
    return [
      notice('forbidden', 'bad', el('p', {}, el('strong', {}, 'You may not see this. '), failure.message)),
    ];
  if (state === 'unreachable' || state === 'failed') {
    return [
      notice(
        'lost',
        'bad',
        el(
          'p',
          {},
          el('strong', {}, 'Nothing to show: '),
          `${failure.message}; `,
          retry(connection, now, does.again),
        ),
      ),
    ];
  }
  if (state === 'stale') {
    return [
      notice(
        'lost',
        'warn',
        el(
          'p',
          {},
          el('strong', {}, `Last answer ${format.age((now - lastAnswer) / 1000)} ago: `),
          `${failure.message}; `,
          retry(connection, now, does.again),
        ),
      ),
    ];
  }
  return [];
}
