export const KeyHistoryPage = () => <h1>KeyHistoryPage</h1>;
