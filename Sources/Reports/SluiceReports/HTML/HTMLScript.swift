/// What the page does beyond being read: it filters, sorts, goes from failure to failure by keys,
/// copies commands and remembers the theme.
enum HTMLScript {
  /// The script; the page can be read without it.
  static let page: XMLMarkup = #"""
    'use strict';
    (function () {
      const root = document.documentElement;
      root.classList.add('js-on');
      const all = (selector, from) => Array.from((from || document).querySelectorAll(selector));
      const box = document.getElementById('q');
      const said = document.getElementById('qn');
      let failures = all('#failures details.f');
      const items = all('#cases li:not(.un)');
      const groups = all('section.c');
      const suites = all('.su');

      // The theme is remembered where the browser lets a page do so.
      const themes = all('input[name=th]');
      const keep = (id) => { try { localStorage.setItem('sluice-theme', id); } catch (e) {} };
      try {
        const known = document.getElementById(localStorage.getItem('sluice-theme') || 'ta');
        if (known) { known.checked = true; }
      } catch (e) {}
      themes.forEach((one) => one.addEventListener('change', () => keep(one.id)));

      const kind = (item) =>
        item.className === 'f' ? ' failed' : item.className === 's' ? ' skipped' : ' passed';
      let texts = null;
      const prepare = () => {
        if (texts) { return; }
        texts = new Map();
        const linked = new Map();
        groups.forEach((group) => {
          const cause = group.querySelector('h3').textContent;
          all('details.f', group).forEach((one) => {
            const summary = one.querySelector('summary').textContent;
            const facts = one.querySelector('.bd > dl').textContent;
            const text = (summary + ' ' + cause + ' ' + facts).toLowerCase();
            texts.set(one, text);
            linked.set('#' + one.querySelector('.bd').id, text);
          });
        });
        suites.forEach((suite) => {
          const name = suite.querySelector('summary b').textContent;
          all('li', suite).forEach((item) => {
            const link = item.querySelector('a');
            // What finds a failure finds it here, too.
            const more = link ? linked.get(link.getAttribute('href')) || '' : '';
            texts.set(item, (name + ' ' + item.textContent + kind(item)).toLowerCase() + more);
          });
        });
      };
      const apply = () => {
        const words = box.value.toLowerCase().split(/\s+/).filter((word) => word);
        prepare();
        const fits = (one) => words.every((word) => texts.get(one).includes(word));
        let shown = [0, 0];
        failures.forEach((one) => {
          one.hidden = !fits(one);
          if (!one.hidden) { shown[0] += 1; }
        });
        items.forEach((one) => {
          one.hidden = !fits(one);
          if (!one.hidden) { shown[1] += 1; }
        });
        groups.forEach((one) => { one.hidden = !one.querySelector('details.f:not([hidden])'); });
        suites.forEach((one) => {
          one.hidden = words.length > 0 && !one.querySelector('li:not([hidden]):not(.un)');
          if (words.length > 0) {
            if (!('was' in one.dataset)) { one.dataset.was = one.open ? 'y' : ''; }
            one.open = shown[1] <= 500;
          } else if ('was' in one.dataset) {
            one.open = one.dataset.was === 'y';
            delete one.dataset.was;
          }
        });
        said.textContent = words.length === 0 ? '' :
          shown[0] + ' of ' + failures.length + ' failures, ' +
          shown[1] + ' of ' + items.length + ' cases';
      };
      let waiting = 0;
      const later = () => { clearTimeout(waiting); waiting = setTimeout(apply, 80); };
      box.addEventListener('input', later);
      // Sorts the cases of each suite, the failures of each cause, and the suites by their first
      // cases. Equal ones stay in the order in which the page came.
      const order = document.getElementById('so');
      const keys = {
        state: (one) => one.className === 's' ? 1 : one.className ? 0 : 2,
        time: (one) => -(one.dataset.t || 0),
      };
      const sorted = (ones, key) =>
        ones.map((one) => [key(one), one]).sort((a, b) => a[0] - b[0]).map((pair) => pair[1]);
      const lists = groups.map((group) => [group, all('details.f', group)])
        .concat(suites.map((suite) => [suite.querySelector('ul'), all('li', suite)]));
      // Twenty thousand items move five times as fast where they are not on the page meanwhile.
      const put = (parent, ones) => {
        const place = document.createComment('');
        parent.replaceWith(place);
        ones.forEach((one) => parent.append(one));
        place.replaceWith(parent);
      };
      const arrange = () => {
        const key = keys[order.value];
        // The number of those that are not listed stays last.
        const rank = (one) => one.className === 'un' ? Infinity : key(one);
        lists.forEach((list) => put(list[0], key ? sorted(list[1], rank) : list[1]));
        const first = (suite) => {
          const item = suite.querySelector('li');
          return item ? rank(item) : Infinity;
        };
        if (suites.length > 0) {
          put(suites[0].parentElement, key ? sorted(suites, first) : suites);
        }
        failures = all('#failures details.f');
      };
      order.addEventListener('change', arrange);
      // A browser may keep what was chosen before the page was read again.
      if (order.value) { arrange(); }
      document.getElementById('fold').addEventListener('click', () => {
        all('details[open]').forEach((one) => { one.open = false; });
      });

      // A link that says what to look for filters; one to a failure opens it.
      const open = (id) => {
        const target = id ? document.getElementById(decodeURIComponent(id)) : null;
        if (!target) { return; }
        let hides = false;
        for (let one = target; one; one = one.parentElement) {
          if (one.hidden) { hides = true; }
          if (one.tagName === 'DETAILS') { one.open = true; }
        }
        if (hides) { box.value = ''; apply(); }
        target.scrollIntoView();
        const holder = target.closest('details');
        if (holder) { holder.querySelector('summary').focus({ preventScroll: true }); }
      };
      document.addEventListener('click', (event) => {
        const copier = event.target.closest('.cp');
        if (copier) {
          const text = copier.parentElement.querySelector('code').textContent;
          const done = () => {
            copier.textContent = 'Copied';
            setTimeout(() => { copier.textContent = 'Copy'; }, 1500);
          };
          if (navigator.clipboard) { navigator.clipboard.writeText(text).then(done, () => {}); }
          return;
        }
        const asked = event.target.closest('[data-q]');
        if (asked) {
          event.preventDefault();
          box.value = asked.dataset.q;
          apply();
          const place = asked.closest('.mx') ? 'failures' : asked.hash.slice(1);
          document.getElementById(place).scrollIntoView();
          box.focus({ preventScroll: true });
        }
      });
      window.addEventListener('hashchange', () => open(location.hash.slice(1)));
      if (location.hash) { open(location.hash.slice(1)); }

      const go = (step) => {
        const seen = failures.filter((one) => !one.hidden)
          .map((one) => one.querySelector('summary'));
        if (seen.length === 0) { return; }
        const at = seen.indexOf(document.activeElement.closest('details.f') ?
          document.activeElement.closest('details.f').querySelector('summary') : null);
        const next = seen[at < 0 ? (step > 0 ? 0 : seen.length - 1) :
          Math.min(Math.max(at + step, 0), seen.length - 1)];
        next.focus();
        next.scrollIntoView({ block: 'nearest' });
      };
      document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) { return; }
        const typing = event.target === box || event.target === order;
        if (event.key === 'Escape' && box.value) { box.value = ''; apply(); }
        if (typing) { return; }
        if (event.key === '/') { event.preventDefault(); box.focus(); box.select(); }
        if (event.key === 'j') { go(1); }
        if (event.key === 'k') { go(-1); }
      });
    })();
    """#
}
