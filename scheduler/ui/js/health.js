// The health page and the configuration in the words of the page. All pure.

const kMarks = {'+': 'well', '-': 'failing', '!': 'notable'};

/** "[-]leadership: held by a-1" to {name, state, text}; the verdict's line and others are no checks. */
export function checksOf(text) {
  const checks = [];
  for (const line of text.split('\n')) {
    const [, mark, name, rest] = /^\[([-+!])\]([^\s:]+)(.*)$/.exec(line) ?? [];
    if (!mark) continue;
    checks.push({name, state: kMarks[mark], text: rest.replace(/^ ok/, '').replace(/^: /, '').trim()});
  }
  return checks;
}

/** Who leads: {tone, text}. `checks` are undefined before the first answer. */
export function leaderOf(checks) {
  if (!checks) return {tone: 'quiet', text: 'not known yet'};
  const check = checks.find(({name}) => name === 'leadership');
  if (!check) return {tone: 'good', text: 'this replica, the only one'};
  if (check.state === 'well') return {tone: 'good', text: 'this replica'};
  const [, holder] = /^held by (.+)$/.exec(check.text) ?? [];
  return holder ? {tone: 'quiet', text: `${holder}; this one stands by`} : {tone: 'warn', text: check.text};
}

/** {tone, text}; standing by is no fault. */
export function readinessOf(checks) {
  if (!checks) return {tone: 'quiet', text: 'asking'};
  const failing = checks.filter(({state}) => state === 'failing');
  const notable = checks.filter(({state}) => state === 'notable');
  if (failing.length === 1 && failing[0].name === 'leadership' && /^held by /.test(failing[0].text))
    return {tone: 'quiet', text: 'standby'};
  if (failing.length > 0)
    return {tone: 'bad', text: `not ready: ${failing.map(({name}) => name).join(', ')}`};
  if (notable.length > 0)
    return {tone: 'warn', text: `ready; look at ${notable.map(({name}) => name).join(', ')}`};
  return {tone: 'good', text: 'ready'};
}

/** The settings that decide where a pod goes. */
export function policyOf(config) {
  const settings = config?.settings ?? {};
  return {
    node: settings['policy.node'] ?? '',
    chip: settings['policy.chip'] ?? '',
    singleNode: settings['filter.singleNode'] === 'true',
  };
}

/** What of the configuration wants a look: refused versions, and fields that wait for a restart. */
export function configTrouble(config) {
  const refused = (config?.sources ?? [])
    .filter(({error}) => error)
    .map(({name, error}) => `${name}: the newest version is refused: ${error}`);
  const waiting = (config?.needsRestart ?? []).map(
    ({field, written}) => `${field}: ${written} waits for a restart`,
  );
  return [...refused, ...waiting];
}
