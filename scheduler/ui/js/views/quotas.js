// What namespaces may hold, and how much of it they do.

import {el} from '../dom.js';
import * as format from '../format.js';
import {absence, badge, remark} from './parts.js';

const kMost = 200;

const amount = (value, resource) => {
  if (resource === 'memory') return format.mib(value);
  return resource === 'cores' ? `${format.number(value)} %` : format.number(value);
};

function limit({namespace, quota, key, model, resource, used, limit: most, doubt}) {
  const isSpent = used >= most;
  return [
    el('dt', {key: `${namespace}/${quota} ${key} name`}, `${namespace}/${quota}: ${resource} of ${model}`),
    el(
      'dd',
      {key: `${namespace}/${quota} ${key}`, class: 'quota'},
      `${format.number(used)} of ${amount(most, resource)}`,
      most > 0 ? ` (${format.percent(used, most)})` : null,
      isSpent ? [' ', badge(used > most ? 'bad' : 'warn', used > most ? 'overdrawn' : 'spent')] : null,
      doubt ? el('p', {class: 'trouble'}, badge('warn', 'look'), ' ', doubt) : null,
    ),
  ];
}

/** A block of the state. `limits`: as GET /v1/quotas lists them. */
export function quotas({limits, poller}) {
  const content = () => {
    const missing = absence(poller, 'the quotas of namespaces');
    if (missing) return missing;
    if (limits.length === 0) return remark('No namespace has a quota of NPUs.');
    const rest = limits.length - kMost;
    return [
      el('dl', {class: 'facts'}, limits.slice(0, kMost).map(limit)),
      rest > 0 ? remark(`and ${format.counted(rest, 'more limit')}`) : null,
    ];
  };
  return el('section', {key: 'quotas', class: 'block'}, el('h3', {}, 'Namespace quotas'), content());
}
