/** Whether a file is a test or serves tests, as far as its path shows it. */
export function isTestPath(path: string): boolean {
  return TEST.test(path)
}

const TEST =
  /(?:^|\/)(?:_?tests?|t|__tests__|test[-_]?(?:utils?|helpers?|support|apps?|projects?)|specs?|tap|e2e|cypress|fixtures?|__fixtures__|testdata|mocks?|__mocks__)\/|[._-](?:test|tests|spec|e2e)\.\w+$|(?:^|\/)(?:test_[^/]*|conftest|tests?|test_?settings)\.py$|(?:^|\/)fixtures?\.(?:[cm]?[jt]sx?|py)$|[a-z]Tests?\.(?:cs|java|kt|swift)$|(?:[a-z]T|(?:^|\/)t)est[-_]?(?:[uU]tils?|[hH]elpers?|[dD]ata|[fF]ixtures?|[kK]eys?)\.(?:[cm]?[jt]sx?|py)$/
