export const HistoryPage = () => <h1>HistoryPage</h1>;
