/** What a page says in the title of its window beside or in place of its name, as whose turn it is. */

class PageTitle {
  /** `null` where the name of the page says it. */
  own = $state<string | null>(null);
}

export const pageTitle = new PageTitle();
